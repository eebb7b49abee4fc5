// VitePress' theme with fonts of the reader's system, the types of names in code, and links to moved headings.

import DefaultTheme from "vitepress/theme-without-fonts";
import { showTypes } from "./types.mjs";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    if (typeof window === "undefined") return;
    showTypes(() => router.route.data.relativePath);
    followMoved(router);
    const before = router.onAfterRouteChanged;
    router.onAfterRouteChanged = (to) => {
      before?.(to);
      followMoved(router);
    };
  },
};

/** An anchor that has moved to another page leads there. */
function followMoved(router) {
  const page = router.route.data.relativePath;
  const target = __MOVED__[`${page}${decodeURIComponent(location.hash)}`];
  if (target !== undefined)
    router.go(`${import.meta.env.BASE_URL}${target.replace(".md", ".html")}`);
}
