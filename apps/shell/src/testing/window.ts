const media = { prefersDark: false };

/** jsdom has no media queries and adopts no style sheets; the shell asks only for the system's color scheme. */
const mediaQueryList = (query: string) =>
  Object.assign(new EventTarget(), {
    matches: query.includes('prefers-color-scheme: dark') && media.prefersDark,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

/** Opens a window of this width in px, on a system that prefers light or dark. */
export const openWindow = ({ width = 1280, prefersDark = false } = {}): void => {
  media.prefersDark = prefersDark;
  window.innerWidth = width;
  window.matchMedia = mediaQueryList;
  window.scrollTo = jest.fn();
  document.adoptedStyleSheets = [];
};
