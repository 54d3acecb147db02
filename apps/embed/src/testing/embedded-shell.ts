import { testServer } from '@portal/api/testing';
import { waitFor } from '@testing-library/dom';
import { http, HttpResponse } from 'msw';
import { SHELL_EVENT, type EmbedOptions, type MountedPortal, type PortalEvent } from '../contract';

export const server = testServer();

/** A portal on another origin, with a base path. */
export const PORTAL_URL = 'https://portal.example/account';

const INTEGRITY = `sha384-${'A'.repeat(64)}`;

/** No other test has loaded the version after this one. */
let last = 0;

const pathOf = (version: string): string => `/account/releases/shell/${version}/shell.js`;

/** The script element of a shell, while it is loading. */
export const shellScript = (version: string): HTMLScriptElement | undefined =>
  [...document.scripts].find(({ src }) => src === new URL(pathOf(version), PORTAL_URL).href);

/** A mounted portal and the calls that it received. */
interface Mounted extends jest.Mocked<MountedPortal> {
  container: HTMLElement;
  response: unknown;
  options: EmbedOptions;
  emit: (event: PortalEvent) => void;
}

/** Mocks the server of a portal; the test acts as its shell, because jsdom loads no scripts. */
export const embeddedShell = (
  count = 1,
  preloads: readonly unknown[] = [],
  calls: readonly string[] = [],
) => {
  const versions = Array.from({ length: count }, () => `1.0.${(last += 1)}`);
  const response = {
    shell: versions.map((version) => ({ version, url: pathOf(version), integrity: INTEGRITY })),
    preloads,
    calls,
    csrfToken: 'token',
  };
  server.use(
    http.get(`${PORTAL_URL}/embed.json`, () => HttpResponse.json(response)),
    http.get(`${PORTAL_URL}/embed.js`, () => new HttpResponse('')),
  );
  const portals: Mounted[] = [];
  const mount = (
    container: HTMLElement,
    given: unknown,
    options: EmbedOptions,
    emit: (event: PortalEvent) => void,
  ) => {
    container.append('The portal');
    const mounted = {
      unmount: jest.fn(),
      navigate: jest.fn(),
      update: jest.fn(),
      signIn: jest.fn<Promise<boolean>, [string]>(async () => true),
      signOut: jest.fn(async () => undefined),
    };
    const portal = Object.assign(mounted, { container, response: given, options, emit });
    portals.push(portal);
    return portal;
  };
  const [version = '', fallback = ''] = versions;

  const scriptOf = (wanted: string) =>
    waitFor(() => {
      const script = shellScript(wanted);
      if (!script) throw new Error(`The page does not ask for the shell ${wanted}.`);
      return script;
    });

  const arrives = async (wanted = version) => {
    const script = await scriptOf(wanted);
    script.dispatchEvent(new CustomEvent(SHELL_EVENT, { detail: { mount } }));
    script.dispatchEvent(new Event('load'));
  };
  const portal = (index = 0) =>
    waitFor(() => {
      const mounted = portals[index];
      if (!mounted) throw new Error('No portal is mounted.');
      return mounted;
    });

  return {
    version,
    fallback,
    response,
    /** All mounted portals, in order. */
    portals,
    /** The script element of the shell. */
    script: () => scriptOf(version),
    /** The script arrives and runs. */
    arrives,
    /** The script doesn't arrive, or hands over nothing. */
    fails: async (event: 'error' | 'load') => void (await scriptOf(version)).dispatchEvent(new Event(event)),
    /** The portal number `index`, once it is mounted. */
    portal,
    /** The script arrives and mounts the first portal. */
    mounts: async () => {
      await arrives();
      return portal();
    },
  };
};
