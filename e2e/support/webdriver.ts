import * as v from 'valibot';
import { drivenVisitor } from './driven-visitor';

/** If the browser exits before it answers, its driver waits forever. */
const START_TIMEOUT_MS = 60_000;

const sessionSchema = v.object({ sessionId: v.string() });

/**
 * Opens a session of a WebDriver (W3C WebDriver).
 * @param address where the driver listens
 * @param capabilities that the browser must have
 */
export const openWebDriver = async (address: string, capabilities: object) => {
  const send = async (
    method: 'POST' | 'DELETE',
    path: string,
    body?: object,
    signal?: AbortSignal,
  ): Promise<unknown> => {
    const answer = await fetch(`${address}${path}`, {
      method,
      ...(signal && { signal }),
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = v.parse(v.object({ value: v.unknown() }), await answer.json());
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const opened = await send(
    'POST',
    '/session',
    { capabilities: { alwaysMatch: capabilities } },
    AbortSignal.timeout(START_TIMEOUT_MS),
  );
  const session = `/session/${v.parse(sessionSchema, opened).sessionId}`;
  const command = (name: string, body: object = {}) => send('POST', `${session}/${name}`, body);
  const visitor = drivenVisitor({
    open: (url) => command('url', { url }),
    reload: () => command('refresh'),
    traverse: (delta) => command(delta < 0 ? 'back' : 'forward'),
    run: async (script, args) =>
      v.parse(v.nullable(v.string()), await command('execute/sync', { script, args })),
    act: (input) => command('actions', { actions: [input] }),
  });
  return { visitor, close: () => send('DELETE', session) };
};
