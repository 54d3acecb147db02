/** A server of a remote's build on the developer's machine, for the page of a portal elsewhere. */
export const LOCAL_SERVER = {
  host: '127.0.0.1',
  headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
};

/** The same options for the dev servers of webpack and Rspack: fast-refresh.ts says when the page loads again. */
export const LOCAL_DEV_SERVER = {
  ...LOCAL_SERVER,
  port: 'auto' as const,
  hot: true,
  liveReload: true,
  static: false,
  // The page belongs to a portal with an unknown address.
  allowedHosts: 'all' as const,
  client: { webSocketURL: { protocol: 'ws', hostname: 'localhost' }, overlay: false },
};

/** The message with the address that shows this remote in a portal. */
export const previewHint = (name: string, port: number | string | undefined): string => {
  const address = `/?preview=${name}@http://localhost:${port}`;
  return `In a portal that runs with ALLOW_LOCAL_REMOTES=true, open ${address}\nOn this machine: http://localhost:3000${address}\n`;
};
