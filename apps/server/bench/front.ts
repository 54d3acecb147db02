import { once } from 'node:events';
import { createServer, request as requestFrom, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { findNginx, startNginx } from '../src/testing/nginx';

/** The load balancer in front of the replicas. */
export interface Front {
  name: string;
  url: string;
  close: () => Promise<unknown>;
}

/** How long the proxy skips a replica that refused a connection. */
const LEFT_OUT_MS = 1_000;
const PROBE_MS = 500;

/**
 * A proxy with nginx's default rules: round-robin; the next replica for a refused connection, and for a broken one if
 * the method is safe. It also probes /readyz, as load balancers do.
 */
const startProxy = async (ports: readonly number[]): Promise<Front> => {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 });
  const leftOutUntil = new Map<number, number>();
  let turn = 0;

  const unready = new Set<number>();
  const probe = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    if (answer?.ok) unready.delete(port);
    else unready.add(port);
  };
  const probes = setInterval(() => void Promise.all(ports.map(probe)), PROBE_MS);

  const inOrder = () => {
    turn += 1;
    const rotated = ports.map((_port, index) => ports[(index + turn) % ports.length] ?? 0);
    const isIn = (port: number) => !unready.has(port) && (leftOutUntil.get(port) ?? 0) <= Date.now();
    return [...rotated.filter(isIn), ...rotated.filter((port) => !isIn(port))];
  };

  const ask = (port: number, { method = '', url = '', headers }: IncomingMessage, body: Buffer) =>
    new Promise<{ answer: IncomingMessage; content: Buffer }>((resolve, reject) => {
      const asked = requestFrom({ agent, host: '127.0.0.1', port, method, path: url, headers });
      asked.once('error', reject);
      asked.once('response', (answer) =>
        buffer(answer).then((content) => resolve({ answer, content }), reject),
      );
      asked.end(body);
    });

  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    for (const port of inOrder()) {
      try {
        const { answer, content } = await ask(port, request, body);
        const { connection, 'transfer-encoding': encoding, ...headers } = answer.headers;
        return response.writeHead(answer.statusCode ?? 502, headers).end(content);
      } catch (error) {
        const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
        if (isRefused) leftOutUntil.set(port, Date.now() + LEFT_OUT_MS);
        else if (request.method !== 'GET') return response.writeHead(502).end();
      }
    }
    return response.writeHead(504).end();
  };

  const server = createServer((request, response) => void pass(request, response)).listen(0, '127.0.0.1');
  // The clients are in this process: only they close connections.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    name: 'a round-robin proxy with the rules of nginx and readiness probes',
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      clearInterval(probes);
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
};

/** Starts nginx with the configuration of `deploy/nginx`; without nginx, a proxy that behaves alike. */
export const startFront = async (home: string, replicas: readonly number[]): Promise<Front> => {
  const program = findNginx();
  if (!program) return startProxy(replicas);
  const { url, stop } = await startNginx({ program, home, replicas });
  return { name: 'nginx with deploy/nginx', url, close: stop };
};
