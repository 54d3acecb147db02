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
    messages: [] as (Request | null)[],
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
      page.messages.push(message);
    }
  }
  class Blob {
    constructor([code]: [string]) {
      page.code = code;
    }
  }
  const container: { firstChild: object | null } = { firstChild: {} };
  const inner = createContext({
    URL: Object.assign(class extends URL {}, { createObjectURL: () => 'blob:code' }),
    location: { href: 'https://portal.test/account/orders' },
    document: {
      addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
      getElementById: () => container,
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
      container.firstChild = null;
      onChange();
    },
    changesScreen: () => onChange(),
    prints: () => listeners['beforeprint']?.({}),
    throws: (error: unknown) => listeners['error']?.({ error }),
  };
};

const reportIn = ({ body }: Request) => v.parse(loadReportSchema, JSON.parse(body));

describe('the built-ins', () => {
  test('are not reported when nothing changed them', () => {
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
  ])('are restored after %s', (attack, expression, result) => {
    const { run, changed } = open();
    run(attack);
    expect(changed()).toHaveLength(1);
    expect(run(expression)).toBe(result);
    expect(changed()).toEqual([]);
  });

  test('can be extended, as polyfills do', () => {
    const { run, changed } = open();
    run('Object.defineProperty(Array.prototype, "last", { value: () => 1 }); Element.prototype.newer = 1');
    expect(changed()).toEqual([]);
    expect(run('[].last()')).toBe(1);
  });
});

describe('the worker', () => {
  /** Runs the worker's code with a timer that the test advances. */
  const start = (code: string) => {
    let tick: (() => void) | undefined;
    const sent: [string, object][] = [];
    const messages: unknown[] = [];
    const scope = createContext({
      setInterval: (act: () => void) => {
        tick = act;
        return 1;
      },
      clearInterval: () => (tick = undefined),
      fetch: (url: string, init: object) => sent.push([url, init]),
      postMessage: (message: unknown) => messages.push(message),
      message: undefined,
    });
    runInContext(code, scope);
    return {
      sent,
      messages,
      receive: (data: Request | null) => {
        Object.assign(scope, { message: { data } });
        runInContext('onmessage(message)', scope);
      },
      pass: (seconds: number) => {
        for (let second = 0; second < seconds; second += 1) tick?.();
      },
    };
  };

  const startWorker = () => {
    const { page, beats } = open();
    beats(RUNS);
    const [request] = page.messages;
    if (!request) throw new Error('The worker received no message.');
    return { request, worker: start(page.code) };
  };

  test('reports a version once when the beats stop, as the contract specifies', () => {
    const { request, worker } = startWorker();
    expect(reportIn(request)).toEqual({ ...RUNS, event: 'gave-up', cause: 'freeze', durationMs: 42 });
    worker.receive(request);
    worker.pass(4);
    expect(worker.sent).toEqual([]);
    worker.pass(100);
    expect(worker.sent).toEqual([
      [TELEMETRY, { method: 'POST', headers: { 'content-type': 'application/json' }, body: request.body }],
    ]);
  });

  test('reports nothing while the page beats, or when no version runs', () => {
    const { request, worker } = startWorker();
    for (let beat = 0; beat < 10; beat += 1) {
      worker.receive(request);
      worker.pass(4);
    }
    worker.receive(null);
    worker.pass(100);
    expect(worker.sent).toEqual([]);
  });

  test('stops expecting beats while the page prints, which can take any time', () => {
    const { page, beats, prints } = open();
    beats(RUNS);
    prints();
    expect(page.messages.at(-1)).toBeNull();
  });

  test('starts with the page, with a URL from a Trusted Types policy that rejects any other', () => {
    const policies: { createScriptURL: (url: string) => string }[] = [];
    const createPolicy = (_name: string, rules: { createScriptURL: (url: string) => string }) => {
      policies.push(rules);
      return { createScriptURL: (url: string) => `trusted ${rules.createScriptURL(url)}` };
    };
    expect(open().page.workers).toEqual(['blob:code']);
    expect(open({ trustedTypes: { trustedTypes: { createPolicy } } }).page.workers).toEqual([
      'trusted blob:code',
    ]);
    expect(policies[0]?.createScriptURL('https://evil.test/worker.js')).toBe('blob:code');
  });

  describe('at startup', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    test('delays all versions until it is listening', async () => {
      expect(startWorker().worker.messages).toHaveLength(1);
      const { listening, workerStarts } = open();
      const onListening = jest.fn();
      void listening().then(onListening);
      await jest.advanceTimersByTimeAsync(500);
      expect(onListening).not.toHaveBeenCalled();
      workerStarts();
      await jest.advanceTimersByTimeAsync(0);
      expect(onListening).toHaveBeenCalled();
    });

    test('delays versions by a second at most', async () => {
      const { listening } = open();
      const result = listening();
      await jest.advanceTimersByTimeAsync(1000);
      expect(await result).toBe(true);
    });
  });

  test('is optional', async () => {
    const { page, beats, changed, run, listening } = open({ hasWorker: false });
    beats(RUNS);
    expect(page.messages).toEqual([]);
    expect(await listening()).toBe(true);
    run('JSON.parse = null');
    expect(changed()).toEqual(['parse']);
  });
});

describe('a page that stops entirely', () => {
  test('reports the version that ran, and quarantines it', () => {
    const { page, beats, stops } = open();
    beats(RUNS);
    stops();
    expect(page.beacons.map(({ url }) => url)).toEqual([TELEMETRY]);
    expect(page.beacons.map(reportIn)).toEqual([
      { ...RUNS, event: 'gave-up', cause: 'render', durationMs: 42 },
    ]);
    expect(Object.keys(page.stored)).toEqual([`${QUARANTINE_MARK}orders@1.1.0`]);
  });

  test('reports the error that was thrown', () => {
    const { page, beats, throws, stops } = open();
    beats(RUNS);
    const error = Object.assign(new TypeError('broken React'), { stack: 'at /a.js:1:1 '.repeat(1000) });
    throws(error);
    stops();
    const [report] = page.beacons.map(reportIn);
    expect(report).toMatchObject({ message: 'TypeError: broken React', stack: error.stack.slice(0, 2000) });
  });

  test('reports nothing when no version ran, or when only the screen changes', () => {
    const { page, beats, stops, changesScreen } = open();
    beats(RUNS);
    changesScreen();
    beats(null);
    stops();
    expect(page.beacons).toEqual([]);
    expect(page.stored).toEqual({});
  });
});
