import { http } from '@portal/api';
import {
  registrySchema,
  summaryOf,
  type Boot,
  type RemoteVersion,
  type Registry,
  type ReleaseFile,
  type RemoteSummary,
} from '@portal/contract';
import * as v from 'valibot';
import { createStore } from '../store';

/** How long to wait for the registry before trying the known versions. */
const REGISTRY_TIMEOUT_MS = 10_000;

/** The versions of each remote by its name: the one that the visitor gets, then the one to fall back to. */
type Versions = Registry['microFrontends'];

/** Makes a version's URLs absolute. The server lists paths, which a page of another origin can't use. */
const absolute = ({ fallbackUrl, extras, ...version }: RemoteVersion, portalUrl: string): RemoteVersion => {
  const locate = (url: string): string => new URL(url, portalUrl).href;
  const locateFile = ({ url, integrity }: ReleaseFile) => ({ url: locate(url), integrity });
  return {
    ...version,
    url: locate(version.url),
    ...(fallbackUrl && { fallbackUrl: locate(fallbackUrl) }),
    extras: {
      ...extras,
      preload: extras.preload.map(locateFile),
      styles: extras.styles.map(locateFile),
      modules: extras.modules.map(locateFile),
    },
  };
};

/** @param portalUrl absolute; absent on the portal server's own page */
const versionsIn = ({ microFrontends }: Registry, portalUrl: string | undefined): Versions =>
  portalUrl === undefined
    ? microFrontends
    : Object.fromEntries(
        Object.entries(microFrontends).map(([name, versions]) => [
          name,
          versions.map((version) => absolute(version, portalUrl)),
        ]),
      );

/** The page's registry: all remotes, and the versions of those that it needs; it asks the server for others. */
export const createRegistry = (
  boot: Pick<Boot, 'registry' | 'remotes' | 'isPersonal'>,
  portalUrl: string | undefined,
) => {
  const remotes = createStore<readonly RemoteSummary[]>(boot.remotes);
  let versions = versionsIn(boot.registry, portalUrl);

  /** @param remote the only one to ask for; all by default */
  const request = async (remote?: string): Promise<Versions | undefined> => {
    try {
      const params = remote === undefined ? {} : { remote };
      const { data } = await http.get<unknown>('/registry.json', { timeout: REGISTRY_TIMEOUT_MS, params });
      return versionsIn(v.parse(registrySchema, data), portalUrl);
    } catch {
      return undefined;
    }
  };

  return {
    isPersonal: boot.isPersonal,
    /** All remotes. A new list after each refresh. */
    remotes,
    /** The version that this visitor gets, then the one to fall back to; none if the server doesn't respond. */
    versionsOf: async (name: string): Promise<readonly RemoteVersion[]> =>
      versions[name] ?? (await request(name))?.[name] ?? [],
    /** Asks the server again which versions are live. Without a response, everything stays. @returns the response */
    refresh: async (): Promise<Versions | undefined> => {
      const response = await request();
      if (!response) return undefined;
      versions = response;
      remotes.set(Object.values(response).flatMap((list) => list.slice(0, 1).map(summaryOf)));
      return response;
    },
  };
};
