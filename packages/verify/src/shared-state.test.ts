import { createContext, runInContext } from 'node:vm';
import { CHANGES_SO_FAR, REMEMBER } from './shared-state';

/** The parts of a browser that the script keeps, without layout; `verify.spec.ts` has style sheets. */
const BROWSER = `
  var window = globalThis;
  for (const name of ['EventTarget', 'Node', 'Element', 'Navigator', 'Storage', 'XMLHttpRequest', 'MessageChannel'])
    window[name] = class {};
  class History { pushState() {} }
  class Document {
    styleSheets = []; adoptedStyleSheets = [];
    addEventListener() {}
    get title() { return ''; }
  }
  Object.assign(window, { History, Document });
  for (const name of ['fetch', 'setTimeout', 'setInterval', 'queueMicrotask', 'requestAnimationFrame'])
    window[name] = () => {};
  var [history, document, navigator] = [new History(), new Document(), new Navigator()];
`;

/** What the script says after code of a remote has run. */
const changesBy = (code: string): unknown => {
  const page = createContext({});
  runInContext(BROWSER + REMEMBER, page);
  runInContext(code, page);
  return runInContext(CHANGES_SO_FAR, page);
};

it.each([
  ['Array.prototype.map = () => [];', 'Array.prototype.map'],
  ['Reflect.defineProperty(Array.prototype, Symbol.iterator, { value: null });', 'Array.prototype[symbol]'],
  ['delete String.prototype.trim;', 'String.prototype.trim'],
  ['JSON.parse = () => null;', 'JSON.parse'],
  ['History.prototype.pushState = () => {};', 'History.prototype.pushState'],
  ['history.pushState = () => {};', 'history.pushState'],
  ['Reflect.defineProperty(document, "title", { value: "mine" });', 'document.title'],
  ['window.fetch = () => new Promise(() => {});', 'window.fetch'],
])('finds %s', (code, name) => {
  expect(changesBy(code)).toBe(`it changes ${name}, which all code of the page shares\n`);
});

it('finds a property that appears in every loop', () => {
  expect(changesBy('Array.prototype.first = function () { return this[0]; };')).toBe(
    'it adds "first" to every for…in loop over an array\n',
  );
});

it.each([
  ['nothing', ''],
  ['a polyfill', 'Reflect.defineProperty(Array.prototype, "toBig", { value() {} });'],
  ['a global', 'window.own = 1; document.own = 1; history.own = 1;'],
])('accepts %s', (_, code) => {
  expect(changesBy(code)).toBe('');
});
