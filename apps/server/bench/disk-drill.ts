import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { openInbox } from '../src/testing/inbox';
import { putReleasesIn, shellRelease } from '../src/testing/releases';

/**
 * `pnpm --filter server drill:disk`, as root on Linux: a portal on the embedded database whose disk becomes full and
 * read-only under writes, and whose files are damaged. Fails if an acknowledged write is lost, a call is answered with
 * anything but success or 503, the log has more than one line for a fault, or a damaged database is not named.
 */

const DISK_MB = 400;
const EMAIL = 'ann@example.com';
const SAVE = '/serviceOrder/update-notification-status';
const READ = '/serviceOrder/get-notification-status';

const server = fileURLToPath(new URL('..', import.meta.url));
const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' });
const home = await mkdtemp(join(tmpdir(), 'portal-disk-'));
const image = join(home, 'image');
const disk = join(home, 'disk');
await mkdir(disk);
await writeFile(image, '');
await truncate(image, DISK_MB * 1024 * 1024);
run('mkfs.ext4', '-q', '-F', '-m', '0', image);
const mount = () => run('mount', '-o', 'loop,errors=remount-ro', image, disk);
mount();

const start = (dataDir: string, port: number) => {
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js'], {
    cwd: server,
    env: { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return {
    child,
    /** The lines of its log, without the messages that it prints. */
    lines: () => printed.split('\n').filter((line) => line.startsWith('{') || line.includes('Error')),
    printed: () => printed,
    kill: async () => {
      const exit = once(child, 'exit');
      if (child.kill('SIGKILL')) await exit;
    },
  };
};

const createCustomer = (url: string) => {
  const cookies = new Map<string, string>();
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      signal: AbortSignal.timeout(10_000),
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    for (const cookie of answer?.headers.getSetCookie() ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  return { ask };
};

const failures: string[] = [];
const expect = (isTrue: boolean, text: string) => {
  console.log(isTrue ? '  ok  ' : '  FAIL', text);
  if (!isTrue) failures.push(text);
};

const dataDir = join(disk, 'data');
const port = await getPort();
const url = `http://127.0.0.1:${port}`;
const isReady = () =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
const untilReady = async (portal: ReturnType<typeof start>) => {
  while (!(await isReady()) && portal.child.exitCode === null) await sleep(50);
};

/** Saves and reads without pause; counts the answers, and the acknowledged writes that are missing. */
const createWrites = (customer: ReturnType<typeof createCustomer>) => {
  let turn = 0;
  let acknowledged: string | undefined;
  let isUncertain = false;
  let lost = 0;
  const statuses = new Map<string, number>();
  const note = (key: string) => void statuses.set(key, (statuses.get(key) ?? 0) + 1);
  const look = async () => {
    const answer = await customer.ask(READ);
    note(`GET ${answer?.status}`);
    if (!answer?.ok) return;
    const { email, sms } = (await answer.json()) as { email: boolean; sms: boolean };
    if (!isUncertain && acknowledged && acknowledged !== JSON.stringify({ email, sms })) lost += 1;
  };
  return {
    look,
    lost: () => lost,
    take: () => {
      const taken = Object.fromEntries(statuses);
      statuses.clear();
      return taken;
    },
    /** Works for at least `milliseconds`, and until `event` resolves. */
    work: async (milliseconds: number, event: Promise<unknown> = Promise.resolve()) => {
      let hasHappened = false;
      void event.then(() => (hasHappened = true));
      for (const end = Date.now() + milliseconds; Date.now() < end || !hasHappened;) {
        turn += 1;
        const body = { email: turn % 2 === 0, sms: turn % 4 < 2 };
        const answer = await customer.ask(SAVE, body);
        note(
          `POST ${answer?.status}${answer?.status === 503 && !answer.headers.has('retry-after') ? ' bare' : ''}`,
        );
        if (answer?.ok) acknowledged = JSON.stringify(body);
        isUncertain = !answer?.ok;
        await look();
        await sleep(20);
      }
    },
  };
};

const only = (statuses: Record<string, number>, ...allowed: string[]) =>
  Object.keys(statuses).every((key) => allowed.includes(key));

try {
  await mkdir(dataDir);
  await putReleasesIn({ dataDir }, shellRelease());
  let portal = start(dataDir, port);
  await untilReady(portal);
  const customer = createCustomer(url);
  await customer.ask('/auth-check');
  await customer.ask('/customer-login/email', { email: EMAIL });
  const inbox = openInbox(join(dataDir, 'outbox'));
  let code: string | undefined;
  while (!(code = await inbox.codeFor(EMAIL))) await sleep(50);
  await customer.ask('/customer-login/email/verify', { email: EMAIL, code });
  const writes = createWrites(customer);
  await writes.work(2_000);
  console.log('A disk with room:', writes.take(), portal.lines());

  for (const [name, leave] of [
    ['nearly full', 20],
    ['full', 0],
  ] as const) {
    const linesBefore = portal.lines().length;
    const { bavail, bsize } = await statfs(disk);
    const filler = join(disk, 'filler');
    const filling = writeFile(filler, Buffer.alloc(bavail * bsize - leave * 1024 * 1024)).catch(() => {});
    await writes.work(1_000, filling);
    await writes.work(4_000);
    let statuses = writes.take();
    let lines = portal.lines().slice(linesBefore);
    console.log(`The disk is ${name}:`, statuses, lines);
    expect(only(statuses, 'POST 200', 'GET 200', 'POST 503', 'GET 503'), `${name}: answers are 200 or 503`);
    expect((statuses['POST 503'] ?? 0) > 0, `${name}: calls that write are refused`);
    expect(lines.length === 1, `${name}: one line in the log`);
    if (leave === 0) {
      const late = start(join(disk, 'late'), await getPort());
      if (late.child.exitCode === null) await once(late.child, 'exit');
      console.log('A start on this disk:', late.printed());
      expect(/free space: ENOSPC in .*late/.test(late.printed()), 'a start names the full directory');
    }
    await rm(filler);
    await writes.work(7_000);
    statuses = writes.take();
    lines = portal.lines().slice(linesBefore + 1);
    console.log('There is room again:', statuses, lines);
    expect((statuses['POST 200'] ?? 0) > 0, 'recovers without a restart');
    expect(lines.length === 1, 'one line in the log says that it is over');
    expect(writes.lost() === 0, 'no acknowledged write is lost');
  }

  const linesBefore = portal.lines().length;
  const breaking = writes.work(8_000);
  await sleep(500);
  // As the kernel does when the disk reports an error: open files become read-only too.
  run('mount', '-o', 'remount,abort', disk);
  await breaking;
  const statuses = writes.take();
  const lines = portal.lines().slice(linesBefore);
  console.log('The disk failed and is read-only:', statuses, lines);
  expect(only(statuses, 'POST 200', 'GET 200', 'POST 503', 'GET 503'), 'read-only: answers are 200 or 503');
  expect((statuses['POST 503'] ?? 0) > 0, 'read-only: calls that write are refused');
  expect(lines.length === 1, 'read-only: one line in the log');
  await portal.kill();
  portal = start(dataDir, port);
  if (portal.child.exitCode === null) await once(portal.child, 'exit');
  console.log('A start on this disk:', portal.printed());
  expect(/DATA_DIR must be a writable directory/.test(portal.printed()), 'a start says why it cannot');
  run('umount', disk);
  mount();
  portal = start(dataDir, port);
  await untilReady(portal);
  await writes.look();
  console.log('The disk is mounted again:', writes.take(), portal.lines());
  expect(writes.lost() === 0, 'after kill -9 and a start, no acknowledged write is lost');
  await portal.kill();

  const damages: Record<string, (database: string) => Promise<unknown>> = {
    'an empty pg_control': (database) => truncate(join(database, 'global/pg_control'), 0),
    'pg_control of zeros': (database) => writeFile(join(database, 'global/pg_control'), Buffer.alloc(8192)),
    'no pg_wal': (database) => rm(join(database, 'pg_wal'), { recursive: true }),
    'no base': (database) => rm(join(database, 'base'), { recursive: true }),
    'no PG_VERSION': (database) => rm(join(database, 'PG_VERSION')),
    'log of zeros': async (database) => {
      for (const name of await readdir(join(database, 'pg_wal')))
        if (/^[0-9A-F]{24}$/.test(name))
          await writeFile(join(database, 'pg_wal', name), Buffer.alloc(16 << 20));
    },
    'catalog of zeros': async (database) => {
      const [folder = ''] = (await readdir(join(database, 'base'))).sort((a, b) => Number(b) - Number(a));
      await writeFile(join(database, 'base', folder, '1259'), Buffer.alloc(8192 * 20));
    },
  };
  for (const [name, damage] of Object.entries(damages)) {
    const copy = await mkdtemp(join(tmpdir(), 'portal-damaged-'));
    await cp(join(dataDir, 'database'), join(copy, 'database'), { recursive: true });
    await damage(join(copy, 'database'));
    const broken = start(copy, await getPort());
    const ended = await Promise.race([once(broken.child, 'exit').then(() => true), sleep(30_000, false)]);
    await broken.kill();
    console.log(
      name,
      ended ? broken.child.exitCode : 'RUNS',
      broken.lines().map((line) => line.slice(0, 200)),
    );
    expect(
      ended && broken.lines().length === 1 && broken.lines()[0]?.startsWith('DatabaseDamagedError') === true,
      `${name}: named as damage`,
    );
    await rm(copy, { recursive: true });
  }
} finally {
  run('umount', '-l', disk);
  await rm(home, { recursive: true });
}
console.log(failures.length === 0 ? 'All promises hold.' : `${failures.length} broken.`);
process.exitCode = failures.length === 0 ? 0 : 1;
process.exit();
