// jsdom lays nothing out: every element counts as wide as the window, `window.innerWidth`.
Object.defineProperty(globalThis.HTMLElement.prototype, 'clientWidth', {
  configurable: true,
  get: () => globalThis.window.innerWidth,
});

// It has no ResizeObserver either: elements change their size with the globalThis.window.
globalThis.ResizeObserver = class {
  constructor(callback) {
    this.notify = () => callback([], this);
  }
  observe() {
    globalThis.window.addEventListener('resize', this.notify);
  }
  unobserve() {
    this.disconnect();
  }
  disconnect() {
    globalThis.window.removeEventListener('resize', this.notify);
  }
};
