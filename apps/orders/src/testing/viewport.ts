const MAX_WIDTH = /max-width:\s*([\d.]+)px/;

const original = Object.getOwnPropertyDescriptor(window, 'matchMedia');

/** Gives the page a width in CSS pixels; jsdom has none, and counts as wide. */
export const setViewport = (width: number): void => {
  const matchMedia = (media: string): MediaQueryList => {
    const limit = MAX_WIDTH.exec(media)?.[1];
    return Object.assign(new EventTarget(), {
      media,
      matches: limit !== undefined && width <= Number(limit),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  };
  Object.defineProperty(window, 'matchMedia', { configurable: true, value: matchMedia });
};

afterEach(() => {
  if (original) Object.defineProperty(window, 'matchMedia', original);
  else Reflect.deleteProperty(window, 'matchMedia');
});
