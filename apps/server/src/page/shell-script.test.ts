import { ENGLISH } from '@portal/texts/i18n';
import { parse } from 'acorn';
import { createContext, runInContext } from 'node:vm';
import { loadReportSchema } from '@portal/contract';
import * as v from 'valibot';
import { FIRST_PAINT_ID } from './first-paint';
import { shellScript } from './shell-script';

const NEW = { version: '1.1.0', url: '/releases/shell/1.1.0/shell.js', integrity: 'sha384-new' };
const OLD = { version: '1.0.0', url: '/releases/shell/1.0.0/shell.js', integrity: 'sha384-old' };

const hrefOf = ({ url }: { url: string }) => `https://portal.test${url}`;

type Listener = (event: object) => void;
type Element = Record<string, unknown>;

/** The parts of a page that the script uses; a test decides what happens to the shell. */
const open = (
  versions: readonly (typeof NEW)[],
  { parsed = true, empty = true, reporting = true, trustedTypes = {}, old = false } = {},
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
  const createElement = (name: string): Element => {
    const element: Element = {
      setAttribute: (name: string, value: string) => void (element[name] = value),
      appendChild: (content: unknown) => Object.assign(element, { content }),
    };
    if (name !== 'a') return element;
    // Like the links of browsers, `href` returns the absolute URL.
    const resolve = (href: string) => (href.startsWith('/') ? hrefOf({ url: href }) : href);
    let href = '';
    return Object.defineProperty(element, 'href', {
      enumerable: true,
      get: () => href,
      set: (value: string) => (href = resolve(value)),
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
      navigator: reporting ? { sendBeacon } : {},
      performance: { now: () => 42 },
      ...trustedTypes,
    }),
  );
  const target = (version: typeof NEW) => ({ target: { src: hrefOf(version) } });
  return {
    html,
    page,
    arrives: (version: typeof NEW) => listeners['load']?.(target(version)),
    isLost: (version: typeof NEW) => listeners['error']?.(target(version)),
    throws: (filename: string, error?: unknown) => listeners['error']?.({ target: {}, filename, error }),
    becomes: (firstChild: object | null) => {
      Object.assign(container, { firstChild });
      onChange();
    },
    isParsed: () => listeners['DOMContentLoaded']?.({}),
  };
};

const report = (version: string, event: string, cause?: string) => [
  '/telemetry',
  { remote: 'shell', version, event, ...(cause && { cause }), durationMs: 42 },
];

const reportsOf = ({ page }: ReturnType<typeof open>) => page.reports;

test('a shell that starts is reported, in the words of the contract, and nothing else happens', () => {
  const shell = open([NEW, OLD]);
  shell.arrives(NEW);
  expect(reportsOf(shell)).toEqual([report('1.1.0', 'shown')]);
  expect(v.is(loadReportSchema, report('1.1.0', 'shown')[1])).toBe(true);
  expect(shell.page.inserted).toEqual([]);
});

test('in place of one that is lost or refused, the one before is started, as checked as that', () => {
  const shell = open([NEW, OLD]);
  shell.isLost(NEW);
  expect(shell.page.inserted).toEqual([
    expect.objectContaining({
      src: OLD.url,
      integrity: OLD.integrity,
      crossOrigin: 'anonymous',
      nonce: 'abc',
    }),
  ]);
  shell.arrives(OLD);
  expect(reportsOf(shell)).toEqual([report('1.1.0', 'fell-back', 'entry'), report('1.0.0', 'shown')]);
});

test('the fallback starts once; if it fails too, a message says what to do', () => {
  const shell = open([NEW, OLD]);
  for (const version of [NEW, OLD, OLD, NEW]) shell.isLost(version);
  expect(shell.page.inserted).toHaveLength(1);
  expect(shell.page.shown).toEqual([
    expect.objectContaining({
      role: 'alert',
      textContent: 'The portal could not be started. Check your connection. ',
      content: expect.objectContaining({ href: '?preview=off', textContent: 'Load the page again' }),
    }),
  ]);
  expect(reportsOf(shell)).toEqual([
    report('1.1.0', 'fell-back', 'entry'),
    report('1.0.0', 'gave-up', 'entry'),
  ]);
});

test('without one before, the sentence comes at once', () => {
  const shell = open([NEW]);
  shell.isLost(NEW);
  expect(shell.page.inserted).toEqual([]);
  expect(shell.page.shown).toHaveLength(1);
});

test('one that throws before it has shown anything gives way as well', () => {
  const shell = open([NEW, OLD]);
  const error = Object.assign(new Error('broken'), { stack: `at ${NEW.url}:1:2` });
  shell.throws(hrefOf(NEW), error);
  expect(shell.page.inserted).toHaveLength(1);
  const [url, body] = report('1.1.0', 'fell-back', 'init');
  const thrown = { message: 'Error: broken', stack: error.stack };
  expect(reportsOf(shell)).toEqual([[url, Object.assign({}, body, thrown)]]);
});

test.each([
  ['the shell throws later', open([NEW, OLD], { empty: false }), hrefOf(NEW)],
  ['something else throws', open([NEW, OLD]), 'https://portal.test/releases/orders/1.0.0/remoteEntry.js'],
])('when %s, it goes on', (_, shell, filename) => {
  shell.throws(filename);
  expect(shell.page.inserted).toEqual([]);
  expect(reportsOf(shell)).toEqual([]);
});

test('a page that is empty later says so, with a way out; one that changes says nothing', () => {
  const shell = open([NEW, OLD]);
  shell.arrives(NEW);
  shell.becomes({});
  expect(shell.page.shown).toEqual([]);
  shell.becomes(null);
  expect(shell.page.shown).toEqual([
    expect.objectContaining({
      role: 'alert',
      textContent: 'The portal has stopped. ',
      content: expect.objectContaining({ href: '?preview=off', textContent: 'Load the page again' }),
    }),
  ]);
});

test('a browser that sends no reports gets the one before all the same', () => {
  const shell = open([NEW, OLD], { reporting: false });
  shell.isLost(NEW);
  expect(shell.page.inserted).toHaveLength(1);
});

test('the one before waits for the page to be there', () => {
  const shell = open([NEW, OLD], { parsed: false });
  shell.isLost(NEW);
  expect(shell.page.inserted).toEqual([]);
  shell.isParsed();
  expect(shell.page.inserted).toHaveLength(1);
});

test('where the browser has Trusted Types, the fallback’s address passes a policy that knows no other', () => {
  const policies: Record<string, { createScriptURL: (url: string) => string }> = {};
  const trustedTypes = {
    trustedTypes: {
      createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => {
        policies[name] = rules;
        return { createScriptURL: (url: string) => `trusted ${rules.createScriptURL(url)}` };
      },
    },
  };
  const { page, isLost } = open([NEW, OLD], { trustedTypes });
  isLost(NEW);
  expect(page.inserted).toMatchObject([{ src: `trusted ${OLD.url}` }]);
  expect(Object.keys(policies)).toEqual(['portal-script']);
  expect(policies['portal-script']?.createScriptURL('https://evil.test/shell.js')).toBe('');
});

describe('a browser that is too old', () => {
  const sentence = {
    role: 'alert',
    textContent:
      'This browser is too old: update it, or use a current version of Chrome, Edge, Firefox or Safari.',
  };

  test('is told so; no other version is tried, and none is blamed', () => {
    const shell = open([NEW, OLD], { old: true });
    shell.throws(hrefOf(NEW));
    expect(shell.page.shown).toEqual([expect.objectContaining(sentence)]);
    expect(shell.page.inserted).toEqual([]);
    expect(reportsOf(shell)).toEqual([]);
  });

  test('that can show the portal all the same is left alone', () => {
    const shell = open([NEW], { old: true });
    shell.arrives(NEW);
    expect(shell.page.shown).toEqual([]);
  });

  test('can read the script that says so: it is ES5', () => {
    const script = /<script nonce="abc">(.*?)<\/script>/s.exec(open([NEW, OLD]).html)?.[1] ?? '';
    expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow();
  });
});
