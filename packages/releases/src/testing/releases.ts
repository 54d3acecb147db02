import type { Descriptor } from '@portal/contract';
import { pathToFileURL } from 'node:url';
import { canary } from '../canary';
import { openReleases } from '../open-releases';
import { promote, rollback } from '../promote';
import { publish } from '../publish';
import type { Trust } from '../release-store';
import { buildNamed, emptyDirectory, REMOTE_BUILD, writeBuild } from './build';

/** A correct descriptor. */
const descriptorOf = (name: string, changes: Partial<Descriptor> = {}): Descriptor => ({
  name,
  title: 'A remote',
  access: 'customer',
  routes: [`/${name}`],
  navigation: [],
  requires: { shell: '^1.0.0' },
  ...changes,
});

const SHELL_BUILD = {
  'shell.js': 'const shell = 1;',
  'build.json': JSON.stringify({ entry: 'shell.js', preload: [] }),
};

/**
 * Creates releases whose clock advances by a minute with each change.
 */
export const someReleases = async (trust?: Trust) => {
  const root = await emptyDirectory();
  const address = pathToFileURL(root);
  const store = openReleases(address, trust);
  const start = Date.parse('2026-03-01T00:00:00Z');
  let minutes = 0;
  const by = () => ({ who: 'ann', now: new Date(start + 60_000 * ++minutes) });

  /** Without a version, the content names it. */
  const publishVersion = async (name: string, version?: string, changes: Partial<Descriptor> = {}) =>
    publish(store, {
      name,
      ...(version !== undefined && { version }),
      baseVersion: '1.0.0',
      directory: await writeBuild(
        name === 'shell'
          ? SHELL_BUILD
          : {
              ...REMOTE_BUILD,
              'remote.js': `const screens = '${version}';`,
              'build.json': buildNamed(`portal_${name}`),
            },
      ),
      ...(name !== 'shell' && { descriptor: descriptorOf(name, changes) }),
      by: by(),
    });

  return {
    root,
    address,
    store,
    by,
    /** Lets days pass. */
    wait: (days: number) => (minutes += days * 24 * 60),
    publishVersion,
    promoteVersion: (name: string, version: string) => promote(store, name, version, by()),
    /** Publishes a version and makes it live. */
    release: async (name: string, version: string, changes?: Partial<Descriptor>) => {
      await publishVersion(name, version, changes);
      await promote(store, name, version, by());
    },
    rollback: (name: string, to?: string) => rollback(store, name, to, by()),
    canaryOf: (name: string, version: string, percent: number) =>
      canary(store, name, { version, percent }, by()),
    /** The release document without its history and versions. */
    stateOf: async (name: string) => {
      const document = await store.read(name);
      return document && { live: document.live, canary: document.canary, previous: document.previous };
    },
    historyOf: async (name: string) =>
      (await store.read(name))?.history.map(({ action, versions }) => `${action} ${versions.join(' ')}`),
  };
};

export type SomeReleases = Awaited<ReturnType<typeof someReleases>>;
