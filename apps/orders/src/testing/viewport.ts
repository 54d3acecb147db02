const original = window.innerWidth;

/** Gives the page a width in CSS pixels. */
export const setViewport = (width: number): void => {
  window.innerWidth = width;
  window.dispatchEvent(new Event('resize'));
};

afterEach(() => {
  window.innerWidth = original;
});
