// Features that the portal needs and jsdom lacks.
const { webcrypto } = require('node:crypto');

// jsdom has no SubtleCrypto; Node's is the same as in browsers.
Object.defineProperty(globalThis, 'crypto', { configurable: true, value: webcrypto });

// jsdom has no layout: every element is as wide as the window.
Object.defineProperty(globalThis.HTMLElement.prototype, 'clientWidth', {
  configurable: true,
  get: () => globalThis.window.innerWidth,
});

// jsdom has no ResizeObserver: elements resize with the window.
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

// jsdom has no reportError. Jest fails a test in which nothing listens to the error.
globalThis.reportError = (error) =>
  globalThis.window.dispatchEvent(new globalThis.ErrorEvent('error', { error, message: String(error) }));

// jsdom does not navigate: there is no timing of it.
globalThis.performance.getEntriesByType ??= () => [];

// jsdom does not scroll.
globalThis.HTMLElement.prototype.scrollIntoView ??= () => undefined;
