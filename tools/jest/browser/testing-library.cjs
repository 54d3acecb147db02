require('@testing-library/jest-dom');
const { configure } = require('@testing-library/react');

configure({
  // `findBy…` and `waitFor` give up after one second by default, too soon on a busy machine. Fake timers count as well,
  // and pass before an answer arrives.
  asyncUtilTimeout: 20_000,
  // As in development: effects run twice, and renders that are not pure show.
  reactStrictMode: true,
});

// Each rendered portal adds its styles to the document. jsdom matches all of them for every role that a test asks for.
const { afterEach, document } = globalThis;
afterEach(() => document.head.querySelectorAll('style').forEach((style) => style.remove()));
