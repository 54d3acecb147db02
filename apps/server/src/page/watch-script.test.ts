import { loadReportSchema, PAGE_EVENTS, QUARANTINE_MARK } from '@portal/contract';
import * as v from 'valibot';
import { createContext, runInContext } from 'node:vm';
import { watchScript } from './watch-script';

const RUNS = { remote: 'orders', version: '1.1.0' };
const TELEMETRY = 'https://portal.test/account/telemetry';

interface Request {
  url: string;
  body: string;
}

/** The parts of a page that the script uses. */
const open = ({ hasWorker = true, trustedTypes = {} } = {}) => {
  const listeners: Record<string, (event: object) => void> = {};
  const page = {
    told: [] as (Request | null)[],
    workers: [] as unknown[],
    beacons: [] as Request[],
    stored: {} as Record<string, string>,
    code: '',
  };
  let onChange = () => {};
  class MutationObserver {
    constructor(listener: () => void) {
      onChange = listener;
    }
    observe() {}
  }
  let onMessage = () => {};
  class Worker {
    constructor(url: unknown) {
      if (!hasWorker) throw new Error('no workers here');
      page.workers.push(url);
    }
    set onmessage(listener: () => void) {
      onMessage = listener;
    }
    postMessage(message: Request | null) {
      page.told.push(message);
    }
  }
  class Blob {
    constructor([code]: [string]) {
      page.code = code;
    }
  }
  const place: { firstChild: object | null } = { firstChild: {} };
  const inner = createContext({
    URL: Object.assign(class extends URL {}, { createObjectURL: () => 'blob:code' }),
    location: { href: 'https://portal.test/account/orders' },
    document: {
      addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
      getElementById: () => place,
    },
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
    navigator: { sendBeacon: (url: string, body: string) => page.beacons.push({ url, body }) },
    localStorage: { setItem: (key: string, value: string) => (page.stored[key] = value) },
    performance: { now: () => 42 },
    setTimeout,
    MutationObserver,
    Worker,
    Blob,
    ...trustedTypes,
  });
  runInContext(
    'var window = globalThis, EventTarget = class {}, Node = class {}, Element = class {}, History = class {}, fetch = () => 0;',
    inner,
  );
  runInContext(watchScript('/account/telemetry'), inner);
  listeners['DOMContentLoaded']?.({});
  const changes = (): { kept: { key: PropertyKey }; is: object | undefined }[] => {
    const detail: { kept: { key: PropertyKey }; is: object | undefined }[] = [];
    listeners[PAGE_EVENTS.builtIns]?.({ detail });
    return detail;
  };
  return {
    page,
    run: (code: string): unknown => runInContext(code, inner),
    changes,
    changed: () => changes().map(({ kept: { key } }) => key),
    beats: (detail: object | null) => listeners[PAGE_EVENTS.beat]?.({ detail }),
    workerStarts: () => onMessage(),
    listening: () => {
      const detail: Promise<unknown>[] = [];
      listeners[PAGE_EVENTS.listening]?.({ detail });
      return Promise.all(detail).then(() => true);
    },
    stops: () => {
      place.firstChild = null;
      onChange();
    },
    changesScreen: () => onChange(),
    prints: () => listeners['beforeprint']?.({}),
    throws: (error: unknown) => listeners['error']?.({ error }),
  };
};

const reportIn = ({ body }: Request) => v.parse(loadReportSchema, JSON.parse(body));

describe('the built-ins', () => {
  test('that nobody changed stay as they are', () => {
    expect(open().changes()).toEqual([]);
  });

  test.each([
    ['Array.prototype.map = () => []', '[1].map((one) => one + 1).join()', '2'],
    ['delete Array.prototype.forEach', 'typeof [].forEach', 'function'],
    ['JSON.parse = () => null', 'String(JSON.parse("1"))', '1'],
    ['window.fetch = () => 1', 'String(fetch())', '0'],
    ['Promise.prototype.then = null', 'typeof Promise.prototype.then', 'function'],
    ['Array.prototype[Symbol.iterator] = null', '[...[7]].join()', '7'],
    [
      'Object.defineProperty(Element.prototype, "constructor", { get: () => 1 })',
      'typeof Element.prototype.constructor',
      'function',
    ],
    ['Object.prototype.mine = 1', 'var keys = []; for (const key in {}) keys.push(key); keys.join()', ''],
  ])('are put back after %s', (attack, question, answer) => {
    const { run, changed } = open();
    run(attack);
    expect(changed()).toHaveLength(1);
    expect(run(question)).toBe(answer);
    expect(changed()).toEqual([]);
  });

  test('may be added to, as polyfills do', () => {
    const { run, changed } = open();
    run('Object.defineProperty(Array.prototype, "last", { value: () => 1 }); Element.prototype.newer = 1');
    expect(changed()).toEqual([]);
    expect(run('[].last()')).toBe(1);
  });
});

describe('the worker', () => {
  /** Runs its code, in time that a test lets pass. */
  const start = (code: string) => {
    let tick: (() => void) | undefined;
    const sent: [string, object][] = [];
    const said: unknown[] = [];
    const scope = createContext({
      setInterval: (act: () => void) => {
        tick = act;
        return 1;
      },
      clearInterval: () => (tick = undefined),
      fetch: (url: string, init: object) => sent.push([url, init]),
      postMessage: (message: unknown) => said.push(message),
      message: undefined,
    });
    runInContext(code, scope);
    return {
      sent,
      said,
      hear: (data: Request | null) => {
        Object.assign(scope, { message: { data } });
        runInContext('onmessage(message)', scope);
      },
      pass: (seconds: number) => {
        for (let second = 0; second < seconds; second += 1) tick?.();
      },
    };
  };

  const told = () => {
    const { page, beats } = open();
    beats(RUNS);
    const [request] = page.told;
    if (!request) throw new Error('The worker was told nothing.');
    return { request, worker: start(page.code) };
  };

  test('reports a version once when the beats stop, in the words of the contract', () => {
    const { request, worker } = told();
    expect(reportIn(request)).toEqual({ ...RUNS, event: 'gave-up', cause: 'freeze', durationMs: 42 });
    worker.hear(request);
    worker.pass(4);
    expect(worker.sent).toEqual([]);
    worker.pass(100);
    expect(worker.sent).toEqual([
      [TELEMETRY, { method: 'POST', headers: { 'content-type': 'application/json' }, body: request.body }],
    ]);
  });

  test('stays silent while the page beats, and when nothing runs', () => {
    const { request, worker } = told();
    for (let beat = 0; beat < 10; beat += 1) {
      worker.hear(request);
      worker.pass(4);
    }
    worker.hear(null);
    worker.pass(100);
    expect(worker.sent).toEqual([]);
  });

  test('stops listening while the page prints, which takes as long as the customer likes', () => {
    const { page, beats, prints } = open();
    beats(RUNS);
    prints();
    expect(page.told.at(-1)).toBeNull();
  });

  test('starts as the page begins; its address passes a policy of Trusted Types that knows no other', () => {
    const made: { createScriptURL: (url: string) => string }[] = [];
    const createPolicy = (_name: string, rules: { createScriptURL: (url: string) => string }) => {
      made.push(rules);
      return { createScriptURL: (url: string) => `trusted ${rules.createScriptURL(url)}` };
    };
    expect(open().page.workers).toEqual(['blob:code']);
    expect(open({ trustedTypes: { trustedTypes: { createPolicy } } }).page.workers).toEqual([
      'trusted blob:code',
    ]);
    expect(made[0]?.createScriptURL('https://evil.test/worker.js')).toBe('blob:code');
  });

  describe('hears beats', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    test('once it says so; until then, no version runs', async () => {
      expect(told().worker.said).toHaveLength(1);
      const { listening, workerStarts } = open();
      const hasWorker = jest.fn();
      void listening().then(hasWorker);
      await jest.advanceTimersByTimeAsync(500);
      expect(hasWorker).not.toHaveBeenCalled();
      workerStarts();
      await jest.advanceTimersByTimeAsync(0);
      expect(hasWorker).toHaveBeenCalled();
    });

    test('or not within a second: then, versions run without it', async () => {
      const { listening } = open();
      const waited = listening();
      await jest.advanceTimersByTimeAsync(1000);
      expect(await waited).toBe(true);
    });
  });

  test('may be missing', async () => {
    const { page, beats, changed, run, listening } = open({ hasWorker: false });
    beats(RUNS);
    expect(page.told).toEqual([]);
    expect(await listening()).toBe(true);
    run('JSON.parse = null');
    expect(changed()).toEqual(['parse']);
  });
});

describe('a page that stops as a whole', () => {
  test('reports the version that ran, and leaves it', () => {
    const { page, beats, stops } = open();
    beats(RUNS);
    stops();
    expect(page.beacons.map(({ url }) => url)).toEqual([TELEMETRY]);
    expect(page.beacons.map(reportIn)).toEqual([
      { ...RUNS, event: 'gave-up', cause: 'render', durationMs: 42 },
    ]);
    expect(Object.keys(page.stored)).toEqual([`${QUARANTINE_MARK}orders@1.1.0`]);
  });

  test('reports what was thrown', () => {
    const { page, beats, throws, stops } = open();
    beats(RUNS);
    const error = Object.assign(new TypeError('broken React'), { stack: 'at /a.js:1:1 '.repeat(1000) });
    throws(error);
    stops();
    const [report] = page.beacons.map(reportIn);
    expect(report).toMatchObject({ message: 'TypeError: broken React', stack: error.stack.slice(0, 2000) });
  });

  test('blames nobody when nothing ran, or when it goes on', () => {
    const { page, beats, stops, changesScreen } = open();
    beats(RUNS);
    changesScreen();
    beats(null);
    stops();
    expect(page.beacons).toEqual([]);
    expect(page.stored).toEqual({});
  });
});
