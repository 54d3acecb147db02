import { createServer } from 'node:net';
import { listenLocally } from './listen-locally';

/** A server that answers one request on each connection, and resets it when a second one arrives there. */
export const startResettingServer = async () => {
  const methods: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    let requests = 0;
    socket.on('data', (data) => {
      methods.push(String(data).split(' ', 1)[0] ?? '');
      requests += 1;
      if (requests > 1) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  return {
    /** The methods of all requests, in the order in which they arrived. */
    methods,
    url: new URL(await listenLocally(server)),
    close: () => void server.close(),
  };
};
