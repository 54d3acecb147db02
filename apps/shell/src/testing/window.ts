const media = { width: 1280, prefersDark: false };

/** jsdom lays nothing out; of media queries it needs those that the shell asks: the width and the system's scheme. */
const matches = (query: string): boolean => {
  const minimum = /min-width:\s*(\d+)px/.exec(query)?.[1];
  if (minimum) return media.width >= Number(minimum);
  return query.includes('prefers-color-scheme: dark') && media.prefersDark;
};

const mediaQueryList = (query: string) =>
  Object.assign(new EventTarget(), {
    matches: matches(query),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

/** Gives the next portal a window of this width, in px, on a system that prefers dark or not. */
export const openWindow = (next: { width?: number; prefersDark?: boolean } = {}): void => {
  Object.assign(media, { width: 1280, prefersDark: false }, next);
  window.matchMedia = mediaQueryList;
  window.scrollTo = jest.fn();
};
