import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { WebSocket } from 'ws';
import { drivenVisitor } from './driven-visitor';

const messageSchema = v.looseObject({
  id: v.optional(v.nullable(v.number())),
  type: v.string(),
  method: v.optional(v.string()),
  params: v.optional(v.unknown()),
  result: v.optional(v.unknown()),
});
const treeSchema = v.object({ contexts: v.tupleWithRest([v.object({ context: v.string() })], v.unknown()) });
const evaluatedSchema = v.object({ result: v.object({ value: v.string() }) });
const entrySchema = v.object({ level: v.string(), text: v.nullable(v.string()) });

/** A connection that speaks WebDriver BiDi. */
const connect = async (url: string, onEvent: (method: string, params: unknown) => void) => {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (message: v.InferOutput<typeof messageSchema>) => void>();
  let last = 0;
  socket.on('message', (data: Buffer) => {
    const message = v.parse(messageSchema, JSON.parse(data.toString()));
    if (message.type === 'event') onEvent(message.method ?? '', message.params);
    else waiting.get(message.id ?? 0)?.(message);
  });
  await once(socket, 'open');
  return async (method: string, params: object = {}): Promise<unknown> => {
    const id = ++last;
    const answered = new Promise<v.InferOutput<typeof messageSchema>>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    waiting.delete(id);
    if (answer.type !== 'success') throw new Error(`${method}: ${JSON.stringify(answer)}`);
    return answer.result;
  };
};

const PREFERENCES = ['--headless', '--remote-debugging-port=0', '--no-remote'];

/** Starts a browser and drives it by WebDriver BiDi. */
export const startByBidi = async (
  program: string,
  env: Record<string, string | undefined>,
  onConsole: (level: string, text: string) => void,
) => {
  const profile = await mkdtemp(join(tmpdir(), 'portal-engine-'));
  const browser = spawn(program, [...PREFERENCES, '--profile', profile], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let address = '';
  for await (const line of createInterface({ input: browser.stderr })) {
    address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1] ?? '';
    if (address) break;
  }
  browser.stderr.resume();
  const send = await connect(`${address}/session`, (method, params) => {
    const entry = v.safeParse(entrySchema, params);
    if (method === 'log.entryAdded' && entry.success) onConsole(entry.output.level, entry.output.text ?? '');
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = v.parse(treeSchema, await send('browsingContext.getTree'));
  const { context } = contexts[0];
  const visitor = drivenVisitor({
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    traverse: (delta) => send('browsingContext.traverseHistory', { context, delta }),
    run: async (script, args) => {
      const evaluated = await send('script.callFunction', {
        functionDeclaration: `function () { ${script} }`,
        arguments: args.map((value) => ({ type: 'string', value })),
        target: { context },
        awaitPromise: false,
      });
      return v.parse(evaluatedSchema, evaluated).result.value;
    },
    act: (input) => send('input.performActions', { context, actions: [input] }),
  });
  const close = async () => {
    const exited = once(browser, 'exit');
    browser.kill('SIGTERM');
    await exited;
    await rm(profile, { recursive: true, force: true });
  };
  return { visitor, close };
};
