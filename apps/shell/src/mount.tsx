import { http } from '@portal/api';
import { embedBootSchema, type PortalEvent } from '@portal/contract';
import { embeddedSurface } from '@portal/theme';
import { createRoot } from 'react-dom/client';
import type { NavigateFunction } from 'react-router-dom';
import * as v from 'valibot';
import { EmbeddedPortal } from './embedded-portal';
import type { MountPortal } from './embed/mount-portal';
import { followStyles } from './federation/followed-styles';
import { keepKeystrokes } from './keystrokes';
import { namesScreen } from './names-screen';
import { carryCsrfToken } from './session/csrf-token';

const hostOf = (container: HTMLElement): HTMLElement => {
  const root = container.getRootNode();
  if (!(root instanceof ShadowRoot && root.host instanceof HTMLElement))
    throw new Error(
      'The portal can be mounted in an element of a shadow root only, which keeps styles apart.',
    );
  return root.host;
};

/**
 * Shows the portal in a shadow root of somebody else's page.
 * @throws when the answer is not the portal's, or the page's address names none of its screens
 */
export const mount: MountPortal = (container, answer, options, onEvent) => {
  const { boot, csrfToken } = v.parse(embedBootSchema, answer);
  if (options.routing === 'browser' && !namesScreen(options))
    throw new Error(
      `The portal has nothing to show at ${location.pathname}, which is not below its base "${options.base}". Set base to the path of this page, or routing to "hash" or "memory".`,
    );
  const surface = embeddedSurface(hostOf(container), container);
  http.defaults.baseURL = options.portalUrl;
  const dropCsrfToken = carryCsrfToken(csrfToken);
  keepKeystrokes(surface.box);
  const leaveStyles = followStyles(surface.styles, `${options.portalUrl}/releases/`);
  const root = createRoot(surface.content, {
    onUncaughtError: (error) => {
      reportError(error);
      onEvent({ type: 'error', message: error instanceof Error ? error.message : String(error) });
    },
  });

  let ready = false;
  const tell = (event: PortalEvent) => {
    if (event.type === 'navigate' && !ready) {
      ready = true;
      onEvent({ type: 'ready' });
    }
    onEvent(event);
  };

  let current = options;
  let navigate: NavigateFunction | undefined;
  // What was asked for before the router is there.
  let wanted: string | undefined;
  const takeNavigate = (next: NavigateFunction) => {
    navigate = next;
    const path = wanted;
    wanted = undefined;
    if (path === undefined) return;
    try {
      void next(path);
    } catch (error) {
      // Of an address that is no path: a mistake of whoever asked, who is there no more, and no end of the portal.
      reportError(error);
    }
  };
  const render = () =>
    root.render(
      <EmbeddedPortal
        boot={boot}
        surface={surface}
        options={current}
        onEvent={tell}
        onNavigate={takeNavigate}
      />,
    );

  render();

  return {
    unmount() {
      root.unmount();
      container.replaceChildren();
      dropCsrfToken();
      leaveStyles();
    },
    navigate(path) {
      if (navigate) void navigate(path);
      else wanted = path;
    },
    update(change) {
      current = { ...current, ...change };
      render();
    },
  };
};
