import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const CONFIGURATION = pathOf('../../../../deploy/nginx');
const CACHE = pathOf('../../node_modules/.cache/nginx');

const runs = (program: string): boolean => spawnSync(program, ['-v'], { stdio: 'ignore' }).status === 0;

/** Unpacks Debian's package: its libraries are those of a minimal Debian, so it needs no installation and no root. */
const unpackPackage = () => {
  mkdirSync(CACHE, { recursive: true });
  const cwd = mkdtempSync(join(CACHE, 'download-'));
  execFileSync('apt-get', ['download', 'nginx'], { cwd, stdio: 'ignore', timeout: 60_000 });
  const [file = ''] = readdirSync(cwd);
  execFileSync('dpkg-deb', ['-x', file, '.'], { cwd });
  renameSync(join(cwd, 'usr/sbin/nginx'), join(CACHE, 'nginx'));
};

/**
 * Finds nginx: of this machine, or Debian's package in a cache.
 * @returns undefined where there is none, after a line on stderr that says so
 */
export const findNginx = (): string | undefined => {
  const cached = join(CACHE, 'nginx');
  if (runs('nginx')) return 'nginx';
  try {
    if (!existsSync(cached)) unpackPackage();
    if (runs(cached)) return cached;
  } catch {
    // Not a Debian, or without network.
  }
  process.stderr.write('nginx is not installed, and apt-get cannot download it: skipped what needs nginx\n');
  return undefined;
};

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
