import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { findProgram } from './debian-program';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const CONFIGURATION = pathOf('../../../../deploy/nginx');

/** nginx, or undefined where there is none. */
export const findNginx = (): string | undefined =>
  findProgram({ name: 'nginx', package: 'nginx', path: 'usr/sbin/nginx', version: '-v' });

const mainConfiguration = (servers: string) => `
daemon off;
worker_processes 1;
pid nginx.pid;
error_log error.log;
events {}
http {
  # As nginx's own nginx.conf has it.
  access_log combined.log;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
${servers}
}
`;

interface NginxOptions {
  program: string;
  /** An empty directory for its files. */
  home: string;
  /** The ports of three replicas. */
  replicas: readonly number[];
  /** Starts portal.conf too, with the certificate in `home/portal/tls`. */
  withTls?: boolean;
}

/**
 * Starts nginx with the configuration of `deploy/nginx`: with other ports, and with a plain server for tests.
 * @throws with nginx's own message if the configuration is invalid
 */
export const startNginx = async ({ program, home, replicas, withTls = false }: NginxOptions) => {
  const ports = { plain: await getPort(), http: await getPort(), https: await getPort() };
  const read = (file: string) => readFile(join(CONFIGURATION, file), 'utf8');
  const write = (file: string, text: string) => writeFile(join(home, file), text);

  await mkdir(join(home, 'portal'), { recursive: true });
  await write(
    'portal/replicas.conf',
    (await read('replicas.conf')).replaceAll(
      /:300(\d)/g,
      (_all, digit: string) => `:${replicas[Number(digit) - 1]}`,
    ),
  );
  await write('portal/proxy.conf', await read('proxy.conf'));
  await write(
    'portal/portal.conf',
    (await read('portal.conf'))
      // Not every machine has IPv6.
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
      .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
      .replaceAll('/var/log/nginx/access.log', join(home, 'access.log'))
      .replace('/var/www/acme', join(home, 'acme')),
  );
  const first = withTls ? 'include portal/portal.conf;' : 'access_log off; include portal/replicas.conf;';
  await write(
    'nginx.conf',
    mainConfiguration(`${first} server { listen 127.0.0.1:${ports.plain}; include portal/proxy.conf; }`),
  );

  const command = ['-p', home, '-c', 'nginx.conf'];
  const { status, stderr } = spawnSync(program, ['-t', ...command], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const nginx = spawn(program, command, { stdio: 'ignore' });
  const exited = once(nginx, 'exit');
  const url = `http://127.0.0.1:${ports.plain}`;
  while (nginx.exitCode === null && !(await fetch(url).catch(() => undefined))) await sleep(20);
  return {
    url,
    ports,
    stop: () => {
      nginx.kill('SIGTERM');
      return exited;
    },
  };
};
