import { openReleases, type ReleaseStore } from '@portal/releases';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pMap from 'p-map';
import type { ReleaseDocument } from '@portal/contract';
import { createReadDocuments } from '../src/releases/read-documents';

/**
 * `pnpm --filter server bench:refresh`: measures the CPU of a refresh of all release documents while nothing changes.
 * Fails above MAX_CPU_MS.
 */
const REMOTES = 300;
const VERSIONS = 20;
const FILES = 8;
const REFRESHES = 20;
const MAX_CPU_MS = 20;
/** Two days ago, so that no version is on trial any more. */
const PROMOTED_AT = Date.now() - 2 * 24 * 60 * 60 * 1000;

const published = (name: string, number: number) => ({
  entry: 'remoteEntry.js',
  globalName: `portal_${name}`,
  format: 'script' as const,
  preload: ['screens.js'],
  styles: [],
  descriptor: {
    name,
    title: name,
    access: 'customer' as const,
    routes: [`/${name}`, `/${name}/:id`],
    navigation: [],
    requires: { shell: '^1.0.0' },
  },
  integrity: Object.fromEntries(
    ['remoteEntry.js', 'screens.js', ...Array.from({ length: FILES - 2 }, (_, file) => `${file}.js`)].map(
      (file) => [file, `sha384-${'A'.repeat(64)}`],
    ),
  ),
  publishedAt: new Date(PROMOTED_AT - number * 60_000).toISOString(),
});

const documentOf = (name: string): Omit<ReleaseDocument, 'revision'> => {
  const numbers = Array.from({ length: VERSIONS }, (_, number) => `1.${number}.0`);
  const at = new Date(PROMOTED_AT).toISOString();
  return {
    name,
    live: '1.1.0',
    canary: null,
    previous: '1.0.0',
    versions: Object.fromEntries(numbers.map((version, number) => [version, published(name, number)])),
    history: [
      ...numbers.map((version) => ({ at, who: 'ann', action: 'publish' as const, versions: [version] })),
      { at, who: 'ann', action: 'promote', versions: ['1.0.0'] },
      { at, who: 'ann', action: 'promote', versions: ['1.1.0'] },
    ],
  };
};

const fill = async (store: ReleaseStore) => {
  const names = Array.from({ length: REMOTES }, (_, number) => `remote-${number}`);
  await pMap(names, (name) => store.update(name, () => documentOf(name)), { concurrency: 4 });
};

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** @returns the CPU of the first refresh, and of each further one, in milliseconds */
const measure = async (url: URL): Promise<[number, number]> => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const trust = { signingKey: privateKey, publicKeysOf: () => [publicKey] };
  await fill(openReleases(url, trust));
  const read = createReadDocuments(openReleases(url, trust));
  const start = cpuMs();
  const { released, problems } = await read();
  if (released.length !== REMOTES)
    throw new Error(`Read ${released.length} of ${REMOTES} documents. ${problems[0]?.problem}`);
  const first = cpuMs() - start;
  for (let round = 0; round < REFRESHES; round++) await read();
  return [first, (cpuMs() - start - first) / REFRESHES];
};

const directory = await mkdtemp(join(tmpdir(), 'refresh-'));
const [first, each] = await measure(pathToFileURL(join(directory, 'releases')));
await rm(directory, { recursive: true });
console.log(
  `${REMOTES} remotes with ${VERSIONS} versions: the first refresh takes ${first.toFixed(0)} ms of CPU, each further one ${each.toFixed(1)} ms (at most ${MAX_CPU_MS})`,
);
process.exitCode = each <= MAX_CPU_MS ? 0 : 1;
