// Small parts of several pages.
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { linesOf } from "./calls.ts";

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

/** An error instead of a part of the page. */
export function Problem({ error, retry }: { error: Error; retry?: () => void }): ReactNode {
  return (
    <div className="problem" role="alert">
      {linesOf(error).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {retry && (
        <button type="button" className="button quiet" onClick={retry}>
          Try again
        </button>
      )}
    </div>
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
