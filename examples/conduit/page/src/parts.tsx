// Small parts of several pages.
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { retryAll } from "./calls.ts";
import { isMissing, messagesOf } from "./messages.ts";
import { useHref } from "./routes.tsx";

/** The picture of a user, or the first letter of the name. */
export function Avatar({ name, image }: { name: string; image: string | null }): ReactNode {
  const [broken, setBroken] = useState<string>();
  if (image === null || image === "" || broken === image) {
    const letters = Array.from(name);
    const hue = letters.reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 8;
    return (
      <span className={`avatar hue-${hue}`} aria-hidden="true">
        {letters[0]?.toUpperCase()}
      </span>
    );
  }
  return (
    <img
      className="avatar"
      src={image}
      alt=""
      referrerPolicy="no-referrer"
      loading="lazy"
      onError={() => setBroken(image)}
    />
  );
}

const days = new Intl.DateTimeFormat("en", { dateStyle: "long" });

export function Day({ at }: { at: string }): ReactNode {
  return <time dateTime={at}>{days.format(new Date(at))}</time>;
}

/** Sets the title of the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? "Conduit" : `${title} · Conduit`;
  }, [title]);
}

let headed = location.href;

/**
 * The heading of a page. After a navigation it gets the focus, so that screen readers read it and the next Tab goes
 * on from there.
 */
export function Heading({ className, children }: HeadingProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const href = useHref();
  useEffect(() => {
    if (headed === href) return;
    headed = href;
    heading.current?.focus({ preventScroll: true });
  }, [href]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

interface HeadingProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** An error instead of a part of the page. What failed to load can be tried again. */
export function Problem({ error, isQuery = false }: ProblemProps): ReactNode {
  return (
    <div className="problem" role="alert">
      {messagesOf(error).map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
      {isQuery && !isMissing(error) && (
        <button type="button" className="button quiet" onClick={retryAll}>
          Try again
        </button>
      )}
    </div>
  );
}

interface ProblemProps {
  readonly error: Error;
  readonly isQuery?: boolean;
}

/** A whole page that could not be loaded, or is still loading. */
export function Waiting({ error }: { error: Error | null }): ReactNode {
  return <main className="narrow">{error ? <Failed error={error} /> : <Loading lines={8} />}</main>;
}

function Failed({ error }: { error: Error }): ReactNode {
  const title = isMissing(error) ? "Not found" : "That did not work";
  useTitle(title);
  return (
    <>
      <Heading>{title}</Heading>
      <Problem error={error} isQuery />
    </>
  );
}

/** Grey lines while something loads. */
export function Loading({ lines = 3 }: { lines?: number }): ReactNode {
  return (
    <div className="loading" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}
