const media = { prefersDark: false };

/** jsdom lays nothing out; of media queries it needs the one that the shell asks: the system's scheme. */
const mediaQueryList = (query: string) =>
  Object.assign(new EventTarget(), {
    matches: query.includes('prefers-color-scheme: dark') && media.prefersDark,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

/** Gives the next portal a window of this width, in px, on a system that prefers dark or not. */
export const openWindow = ({ width = 1280, prefersDark = false } = {}): void => {
  media.prefersDark = prefersDark;
  window.innerWidth = width;
  window.matchMedia = mediaQueryList;
  window.scrollTo = jest.fn();
};
