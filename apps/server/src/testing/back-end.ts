import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { listenLocally } from './listen-locally';

/** The back end of a remote on this machine, which records its requests. A test may change how it responds. */
export const startBackEnd = async () => {
  const requests: IncomingMessage[] = [];
  const backEnd = {
    requests,
    url: new URL('http://127.0.0.1'),
    respond: ((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{}')) as RequestListener,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    requests.push(request);
    backEnd.respond(request, response);
  });
  backEnd.url = new URL(await listenLocally(server));
  return backEnd;
};
