import type { MicroFrontend } from '@portal/contract';
import { http, HttpResponse } from 'msw';
import type { Change } from '../federation/built-ins';
import { inVersion, orders } from '../testing/registry';
import { server } from '../testing/server';
import type * as inspecting from './inspect';

const other = inVersion(orders, '0.9.0');

const replacement = () => [1];

/** The native implementation. */
const native = Array.prototype.map;

let inspector: typeof inspecting;
let changes: Change[];
let consoleError: jest.SpyInstance;
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

/** Serves this text as the script of a version. */
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
  consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
  document.adoptedStyleSheets = [];
  document.head.replaceChildren();
  document.body.innerHTML =
    '<div id="portal"><header>Bar</header><main><p class="screen">Screen</p></main></div><div class="dialog"></div>';
});
afterEach(() => jest.restoreAllMocks());

it('leaves a version that changed nothing alone, without reading its code', async () => {
  expect(await inspect(orders)).toBe(false);
  expect(quarantine).not.toHaveBeenCalled();
  expect(report).not.toHaveBeenCalled();
});

describe('a changed built-in', () => {
  it('is attributed to the version whose code contains its source, which is reported and quarantined', async () => {
    serve(orders, `Array.prototype.map=${String(replacement)}`);
    const changed = change(replacement);
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
    expect(consoleError).toHaveBeenCalledWith(
      expect.stringContaining('orders/1.0.0'),
      expect.stringContaining('Object.prototype.map'),
    );
    expect(Reflect.get(changed.kept.object, 'map')).toBe(native);
  });

  it('is attributed to an earlier version that made it later', async () => {
    serve(orders, 'innocent()');
    serve(other, `Array.prototype.map=${String(replacement)}`);
    await inspect(other);
    changes = [change(replacement)];
    expect(await inspect(orders)).toBe(false);
    expect(quarantined()).toEqual(['0.9.0']);
  });

  it('without source text is attributed to the code that ran last', async () => {
    serve(orders, 'Array.prototype.map=Array.prototype.filter');
    changes = [change(Array.prototype.filter)];
    expect(await inspect(orders)).toBe(true);
  });

  it('is kept as a browser extension’s if no version contains its source', async () => {
    serve(orders, 'innocent()');
    const changed = change(replacement);
    changes = [changed];
    expect(await inspect(orders)).toBe(false);
    expect(quarantine).not.toHaveBeenCalled();
    expect(Reflect.get(changed.kept.object, 'map')).toBe(replacement);
    expect(changed.kept.was?.value).toBe(replacement);
  });
});

describe('a style rule', () => {
  const addStyle = (css: string): CSSStyleSheet => {
    const style = document.createElement('style');
    style.textContent = css;
    document.head.append(style);
    if (!style.sheet) throw new Error('The style element has no sheet.');
    return style.sheet;
  };
  const rulesOf = (sheet: CSSStyleSheet) => [...sheet.cssRules].map(({ cssText }) => cssText.split(' {')[0]);

  it.each([
    '* { color: red }',
    'body { color: red }',
    'header, .screen { color: red }',
    ':root { --mui-x: red }',
  ])('for elements outside of the screen is removed: %s', async (css) => {
    serve(orders, `add("${css}")`);
    const sheet = addStyle(`${css} .screen { color: blue }`);
    expect(await inspect(orders)).toBe(true);
    expect(rulesOf(sheet)).toEqual(['.screen']);
    expect(quarantined()).toEqual(['1.0.0']);
  });

  it('for the screen, its dialogs or its own variables is kept', async () => {
    const css = 'p.screen { color: red } .dialog { color: red } :root { --own: red }';
    serve(orders, `add("${css}")`);
    const sheet = addStyle(css);
    expect(await inspect(orders)).toBe(false);
    expect(sheet.cssRules).toHaveLength(3);
  });

  it('inside a media query is removed, too', async () => {
    serve(orders, 'add("@media print { body { color: red } }")');
    const sheet = addStyle('@media print { body { color: red } }');
    expect(await inspect(orders)).toBe(true);
    expect(sheet.cssRules[0]).toMatchObject({ cssRules: { length: 0 } });
  });

  it('of the page itself or of the shell is not inspected', async () => {
    for (const name of ['page', 'emotion']) {
      const sheet = addStyle('body { color: red }');
      const owner = document.createElement('style');
      owner.dataset[name] = '';
      // jsdom does not set it.
      Object.defineProperty(sheet, 'ownerNode', { value: owner });
    }
    const read = jest.fn();
    server.events.on('request:start', read);
    await inspect(orders);
    expect(read).not.toHaveBeenCalled();
  });

  it('that no version contains is kept as the shell’s or an extension’s', async () => {
    serve(orders, 'innocent()');
    const sheet = addStyle('body { color: red }');
    expect(await inspect(orders)).toBe(false);
    expect(sheet.cssRules).toHaveLength(1);
  });
});
