import { parse } from 'acorn';
import { createContext, runInContext } from 'node:vm';
import { loadReportSchema } from '@portal/contract';
import * as v from 'valibot';
import { ENGLISH } from '../../platform/language/languages';
import { FIRST_PAINT_ID } from './first-paint';
import { shellScript } from './shell-script';

const NEW = { version: '1.1.0', url: '/releases/shell/1.1.0/shell.js', integrity: 'sha384-new' };
const OLD = { version: '1.0.0', url: '/releases/shell/1.0.0/shell.js', integrity: 'sha384-old' };

const hrefOf = ({ url }: { url: string }) => `https://portal.test${url}`;

type Listener = (event: object) => void;
type Element = Record<string, unknown>;

/** The parts of a page that the script uses; the test decides what happens to the shell. */
const open = (
  versions: readonly (typeof NEW)[],
  { parsed = true, empty = true, trustedTypes = {}, old = false } = {},
) => {
  const html = shellScript({
    versions,
    telemetryUrl: '/telemetry',
    reloadUrl: '?preview=off',
    nonce: 'abc',
    i18n: ENGLISH,
  });
  const listeners: Record<string, Listener> = {};
  const listen = (type: string, act: Listener) => void (listeners[type] = act);
  const page = { inserted: [] as Element[], shown: [] as unknown[], reports: [] as unknown[] };
  const container = { firstChild: {}, appendChild: (child: unknown) => page.shown.push(child) };
  let onChange = () => {};
  class MutationObserver {
    constructor(listener: () => void) {
      onChange = listener;
    }
    observe() {}
  }
  const createElement = (): Element => {
    const element: Element = {
      setAttribute: (name: string, value: string) => void (element[name] = value),
      appendChild: (content: unknown) => Object.assign(element, { content }),
    };
    let href = '';
    // As in browsers, the `href` of a link returns the absolute URL.
    return Object.defineProperty(element, 'href', {
      get: () => href,
      set: (value: string) => {
        href = new URL(value, 'https://portal.test').href;
      },
    });
  };
  const document = {
    ...(!old && { adoptedStyleSheets: [] }),
    readyState: parsed ? 'interactive' : 'loading',
    addEventListener: listen,
    createElement,
    getElementById: (id: string) => (id === FIRST_PAINT_ID ? (empty ? {} : null) : container),
    head: { appendChild: (element: Element) => page.inserted.push(element) },
  };
  const sendBeacon = (url: string, body: string) => page.reports.push([url, JSON.parse(body)]);
  const script = /^<script nonce="abc">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  const CSS = { supports: () => true };
  runInContext(
    script,
    createContext({
      window: { CSS, MutationObserver, ...trustedTypes },
      CSS,
      MutationObserver,
      document,
      addEventListener: listen,
      navigator: { sendBeacon },
      performance: { now: () => 42 },
      ...trustedTypes,
    }),
  );
  const target = (version: typeof NEW) => ({ target: { src: hrefOf(version) } });
  return {
    script,
    page,
    loads: (version: typeof NEW) => listeners['load']?.(target(version)),
    failsToLoad: (version: typeof NEW) => listeners['error']?.(target(version)),
    throws: (filename: string, error?: unknown) => listeners['error']?.({ target: {}, filename, error }),
    changesTo: (firstChild: object | null) => {
      Object.assign(container, { firstChild });
      onChange();
    },
    finishesParsing: () => listeners['DOMContentLoaded']?.({}),
  };
};

const report = (version: string, event: string, cause?: string) => [
  '/telemetry',
  { remote: 'shell', version, event, ...(cause && { cause }), durationMs: 42 },
];

const reportsOf = ({ page }: ReturnType<typeof open>) => page.reports;

const reload = { href: 'https://portal.test/?preview=off', textContent: 'Load the page again' };

test('reports a shell that starts, as the contract specifies, and does nothing else', () => {
  const shell = open([NEW, OLD]);
  shell.loads(NEW);
  expect(reportsOf(shell)).toEqual([report('1.1.0', 'shown')]);
  expect(v.is(loadReportSchema, report('1.1.0', 'shown')[1])).toBe(true);
  expect(shell.page.inserted).toEqual([]);
});

test('starts the previous shell, with its integrity check, when the new one fails to load and the page is parsed', () => {
  const shell = open([NEW, OLD], { parsed: false });
  shell.failsToLoad(NEW);
  expect(shell.page.inserted).toEqual([]);
  shell.finishesParsing();
  const { url: src, integrity } = OLD;
  expect(shell.page.inserted).toMatchObject([{ src, integrity, crossOrigin: 'anonymous', nonce: 'abc' }]);
  shell.loads(OLD);
  expect(reportsOf(shell)).toEqual([report('1.1.0', 'fell-back', 'entry'), report('1.0.0', 'shown')]);
});

test('starts the fallback once, and shows a message when it fails too', () => {
  const shell = open([NEW, OLD]);
  for (const version of [NEW, OLD, OLD, NEW]) shell.failsToLoad(version);
  expect(shell.page.inserted).toHaveLength(1);
  const textContent = 'The portal could not be started. Check your connection. ';
  expect(shell.page.shown).toMatchObject([{ role: 'alert', textContent, content: reload }]);
  expect(reportsOf(shell)).toEqual([
    report('1.1.0', 'fell-back', 'entry'),
    report('1.0.0', 'gave-up', 'entry'),
  ]);
});

test('starts the previous shell when the new one throws before it shows anything', () => {
  const shell = open([NEW, OLD]);
  const error = Object.assign(new Error('broken'), { stack: `at ${NEW.url}:1:2` });
  shell.throws(hrefOf(NEW), error);
  expect(shell.page.inserted).toHaveLength(1);
  const thrown = { event: 'fell-back', cause: 'init', message: 'Error: broken', stack: error.stack };
  expect(reportsOf(shell)).toMatchObject([['/telemetry', { version: '1.1.0', ...thrown }]]);
});

test.each([
  ['it throws later', open([NEW, OLD], { empty: false }), hrefOf(NEW)],
  ['something else throws', open([NEW, OLD]), 'https://portal.test/releases/orders/1.0.0/remoteEntry.js'],
])('keeps the shell when %s', (_, shell, filename) => {
  shell.throws(filename);
  expect(shell.page.inserted).toEqual([]);
  expect(reportsOf(shell)).toEqual([]);
});

test('shows a message with a reload link when the page becomes empty, but not when it changes', () => {
  const shell = open([NEW, OLD]);
  shell.loads(NEW);
  shell.changesTo({});
  expect(shell.page.shown).toEqual([]);
  shell.changesTo(null);
  const textContent = 'The portal has stopped. ';
  expect(shell.page.shown).toMatchObject([{ role: 'alert', textContent, content: reload }]);
});

test('passes the fallback URL through a Trusted Types policy that rejects any other', () => {
  const policies: Record<string, { createScriptURL: (url: string) => string }> = {};
  const trustedTypes = {
    trustedTypes: {
      createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => {
        policies[name] = rules;
        return { createScriptURL: (url: string) => `trusted ${rules.createScriptURL(url)}` };
      },
    },
  };
  const { page, failsToLoad } = open([NEW, OLD], { trustedTypes });
  failsToLoad(NEW);
  expect(page.inserted).toMatchObject([{ src: `trusted ${OLD.url}` }]);
  expect(Object.keys(policies)).toEqual(['portal-script']);
  expect(policies['portal-script']?.createScriptURL('https://evil.test/shell.js')).toBe('');
});

test('a browser that is too old shows a message, tries no other version and reports none as failed', () => {
  const shell = open([NEW, OLD], { old: true });
  shell.throws(hrefOf(NEW));
  const textContent = expect.stringMatching(/^This browser is too old: update it, or use a current/);
  expect(shell.page.shown).toMatchObject([{ role: 'alert', textContent }]);
  expect(shell.page.inserted).toEqual([]);
  expect(reportsOf(shell)).toEqual([]);
});

test('a browser that is too old can parse the script, which is ES5', () => {
  expect(() => parse(open([NEW, OLD]).script, { ecmaVersion: 5 })).not.toThrow();
});
