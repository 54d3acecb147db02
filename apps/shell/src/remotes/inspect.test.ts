import type { MicroFrontend } from '@portal/contract';
import { http, HttpResponse } from 'msw';
import type { Change } from '../federation/built-ins';
import { inVersion, orders } from '../testing/registry';
import { server } from '../testing/server';
import type * as inspecting from './inspect';

const other = inVersion(orders, '0.9.0');

const theirs = () => [1];

/** The native code that a page has. */
const native = Array.prototype.map;

let inspector: typeof inspecting;
let changes: Change[];
let said: jest.SpyInstance;
const quarantine = jest.fn<void, [MicroFrontend]>();
const report = jest.fn();

/** A change of a built-in that the page has restored. */
const change = (value: unknown): Change => {
  const object = { map: native };
  return {
    kept: { object, key: 'map', was: { value: native } },
    is: { value, configurable: true, writable: true },
  };
};

/** From now on, the script of a version is this text. */
const serve = ({ url }: MicroFrontend, code: string) =>
  server.use(http.get(url, () => HttpResponse.text(code)));

const inspect = (version: MicroFrontend) =>
  inspector.inspect(version, { undoChanges: () => changes, quarantine, report });

const quarantined = () => quarantine.mock.calls.map(([{ metadata }]) => metadata.version);

beforeEach(async () => {
  jest.resetModules();
  inspector = await import('./inspect');
  changes = [];
  quarantine.mockReset();
  report.mockReset();
  said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  document.adoptedStyleSheets = [];
  document.head.replaceChildren();
  document.body.innerHTML =
    '<div id="portal"><header>Bar</header><main><p class="screen">Screen</p></main></div><div class="dialog"></div>';
});
afterEach(() => jest.restoreAllMocks());

it('a version that changed nothing is left alone, and its code is not read', async () => {
  expect(await inspect(orders)).toBe(false);
  expect(quarantine).not.toHaveBeenCalled();
  expect(report).not.toHaveBeenCalled();
});

describe('a change of a built-in', () => {
  it('is of the version whose code has its text: reported by name, and quarantined', async () => {
    serve(orders, `Array.prototype.map=${String(theirs)}`);
    const changed = change(theirs);
    changes = [changed];
    expect(await inspect(orders)).toBe(true);
    expect(quarantined()).toEqual(['1.0.0']);
    expect(report).toHaveBeenCalledWith(
      orders,
      expect.objectContaining({
        event: 'crashed',
        cause: 'globals',
        error: expect.stringMatching(/: Object\.prototype\.map$/),
      }),
    );
    expect(said).toHaveBeenCalledWith(
      expect.stringContaining('orders/1.0.0'),
      expect.stringContaining('Object.prototype.map'),
    );
    expect(Reflect.get(changed.kept.object, 'map')).toBe(native);
  });

  it('is of an earlier version that did it later', async () => {
    serve(orders, 'innocent()');
    serve(other, `Array.prototype.map=${String(theirs)}`);
    await inspect(other);
    changes = [change(theirs)];
    expect(await inspect(orders)).toBe(false);
    expect(quarantined()).toEqual(['0.9.0']);
  });

  it('without a text is of the code that ran last', async () => {
    serve(orders, 'Array.prototype.map=Array.prototype.filter');
    changes = [change(Array.prototype.filter)];
    expect(await inspect(orders)).toBe(true);
  });

  it('is of an extension of the browser if no version has its text, and stands', async () => {
    serve(orders, 'innocent()');
    const changed = change(theirs);
    changes = [changed];
    expect(await inspect(orders)).toBe(false);
    expect(quarantine).not.toHaveBeenCalled();
    expect(Reflect.get(changed.kept.object, 'map')).toBe(theirs);
    expect(changed.kept.was?.value).toBe(theirs);
  });
});

describe('a style', () => {
  const addStyle = (css: string): CSSStyleSheet => {
    const style = document.createElement('style');
    style.textContent = css;
    document.head.append(style);
    if (!style.sheet) throw new Error('jsdom parses style elements.');
    return style.sheet;
  };
  const rulesOf = (sheet: CSSStyleSheet) => [...sheet.cssRules].map(({ cssText }) => cssText.split(' {')[0]);

  it.each([
    '* { color: red }',
    'body { color: red }',
    'header, .screen { color: red }',
    ':root { --mui-x: red }',
  ])('of something beside the screen is removed: %s', async (css) => {
    serve(orders, `add("${css}")`);
    const sheet = addStyle(`${css} .screen { color: blue }`);
    expect(await inspect(orders)).toBe(true);
    expect(rulesOf(sheet)).toEqual(['.screen']);
    expect(quarantined()).toEqual(['1.0.0']);
  });

  it('of the screen, of its dialogs and of variables stays', async () => {
    const css = 'p.screen { color: red } .dialog { color: red } :root { --own: red }';
    serve(orders, `add("${css}")`);
    const sheet = addStyle(css);
    expect(await inspect(orders)).toBe(false);
    expect(sheet.cssRules).toHaveLength(3);
  });

  it('inside of a condition counts, too', async () => {
    serve(orders, 'add("@media print { body { color: red } }")');
    const sheet = addStyle('@media print { body { color: red } }');
    expect(await inspect(orders)).toBe(true);
    expect(sheet.cssRules[0]).toMatchObject({ cssRules: { length: 0 } });
  });

  it('of the page itself and of the shell is not looked at', async () => {
    for (const name of ['page', 'emotion']) {
      const sheet = addStyle('body { color: red }');
      const owner = document.createElement('style');
      owner.dataset[name] = '';
      // jsdom does not tell.
      Object.defineProperty(sheet, 'ownerNode', { value: owner });
    }
    const read = jest.fn();
    server.events.on('request:start', read);
    await inspect(orders);
    expect(read).not.toHaveBeenCalled();
  });

  it('that no version brought is of the shell or an extension, and stays', async () => {
    serve(orders, 'innocent()');
    const sheet = addStyle('body { color: red }');
    expect(await inspect(orders)).toBe(false);
    expect(sheet.cssRules).toHaveLength(1);
  });
});
