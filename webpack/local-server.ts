import type { Configuration } from 'webpack-dev-server';

/**
 * Serves a remote from the machine of whoever develops it, for a portal that is somewhere else: its page fetches
 * the remote from here, listens here, and reloads after each change.
 * @param name of the remote
 */
export const localServer = (name: string): Configuration => ({
  host: '127.0.0.1',
  port: 3002,
  hot: false,
  liveReload: true,
  static: false,
  // The page is the portal's, whose address nobody knows here.
  allowedHosts: 'all',
  headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
  client: { webSocketURL: { protocol: 'ws', hostname: 'localhost' }, overlay: false },
  onListening: ({ options: { port } }) => {
    const address = `/?preview=${name}@http://localhost:${port}`;
    process.stdout.write(
      `In a portal that runs with ALLOW_LOCAL_REMOTES=true, open ${address}\nOn this machine: http://localhost:3000${address}\n`,
    );
  },
});
