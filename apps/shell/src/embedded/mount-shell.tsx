import { authCheckAfter, http } from '@portal/api';
import { contrast, embedBootSchema, LOGIN_PATH, readableColor } from '@portal/contract';
import { colorSchemes, embeddedSurface } from '@portal/theme';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import type { MountShell, PortalEvent } from '../embedding';
import { whenIdle } from '../idle';
import { startInLanguage } from '../language/languages';
import { pageQueryClient } from '../query-client';
import { takeCallsAhead } from '../session/calls-ahead';
import { carryCsrfToken } from '../session/csrf-token';
import { tellOtherTabs } from '../session/other-tabs';
import { endSessionHere, endSessionOnServer, expireLostSession } from '../session/session';
import { containKeyEvents } from './contain-key-events';
import { EmbeddedPortal } from './embedded-portal';
import { createPortalHistory, isPortalUrl } from './portal-router';
import { redeemTicket } from './redeem-ticket';
import { relocateStylesheets } from './relocate-stylesheets';
import type { MetSite } from './site';

const SHELL_PARTS = { http, contrast, readableColor, colorSchemes };

/** @throws outside of a shadow root, where the styles of the page and the portal would mix */
const shadowHost = (container: HTMLElement): HTMLElement => {
  const root = container.getRootNode();
  if (!(root instanceof ShadowRoot && root.host instanceof HTMLElement))
    throw new Error('Mount the portal in an element of a shadow root, which keeps styles apart.');
  return root.host;
};

/** Reports `ready` before the first `navigate`, and a screen that mounts again at the same address once. */
const withReady = (onEvent: (event: PortalEvent) => void) => {
  let shown: string | undefined;
  return (event: PortalEvent) => {
    if (event.type === 'navigate') {
      const now = JSON.stringify(event);
      if (now === shown) return;
      if (shown === undefined) onEvent({ type: 'ready' });
      shown = now;
    }
    onEvent(event);
  };
};

/** Mounts the portal in a shadow root of an embedder's page. */
export const mountShell: MountShell = (container, answer, options, onEvent) => {
  const { boot, csrfToken } = v.parse(embedBootSchema, answer);
  if (!isPortalUrl(options) && options.routing === 'browser')
    throw new Error(
      `The portal has nothing to show at ${location.pathname}, which is not below its base "${options.base}". Set base to the path of this page, or routing to "hash" or "memory".`,
    );
  const surface = embeddedSurface(shadowHost(container), container);
  http.defaults.baseURL = options.portalUrl;
  const dropCsrfToken = carryCsrfToken(csrfToken);
  takeCallsAhead();
  containKeyEvents(surface.box);
  const stopRelocating = relocateStylesheets(surface.styles, `${options.portalUrl}/releases/`);
  const history = createPortalHistory(options);
  const emit = withReady(onEvent);
  const root = createRoot(surface.content, {
    // React has recovered; don't report the error to the site's listeners.
    onRecoverableError: () => undefined,
    onUncaughtError: (error) => {
      reportError(error);
      onEvent({ type: 'error', message: error instanceof Error ? error.message : String(error) });
    },
  });

  // The auth check waits for the exchange of the ticket, and nothing is shown before it.
  if (options.ticket)
    // A failed check means signed out (specification section 8).
    pageQueryClient
      .query({ ...authCheckAfter(redeemTicket(options.ticket, emit)), staleTime: 0 })
      .then(tellOtherTabs, () => undefined);

  let current = options;
  let isMounted = true;
  let isStarted = false;
  let site: MetSite | undefined;
  const render = () =>
    root.render(
      <StrictMode>
        <EmbeddedPortal
          boot={site?.boot ?? boot}
          surface={surface}
          history={history}
          options={current}
          onEvent={emit}
        />
      </StrictMode>,
    );
  const start = () =>
    startInLanguage(boot, { isEmbedded: true, locale: options.locale }, () => {
      isStarted = true;
      if (isMounted) render();
    });
  const meet = () =>
    import(/* webpackChunkName: 'surroundings' */ './site')
      .then(({ meetSite }) => {
        if (isMounted) site = meetSite({ surface, boot, look: options.look, emit }, SHELL_PARTS);
      })
      // Without this chunk, the portal keeps its own look, and reports no outcomes to the site's analytics.
      .catch(() => undefined);
  let stopMeeting: (() => void) | undefined;
  if (options.look) void meet().then(start);
  else {
    start();
    stopMeeting = whenIdle(() => void meet());
  }

  return {
    unmount() {
      isMounted = false;
      root.unmount();
      container.replaceChildren();
      history.stop();
      dropCsrfToken();
      stopRelocating();
      stopMeeting?.();
      site?.stop();
    },
    navigate(path) {
      try {
        history.navigate(path);
      } catch (error) {
        // Invalid path: report it, don't crash.
        reportError(error);
      }
    },
    update(change) {
      current = { ...current, ...change };
      if (isStarted) render();
    },
    async signIn(ticket) {
      const isTaken = await redeemTicket(ticket, emit);
      // The ticket of somebody who is no customer ends the session of the one before.
      if (!isTaken) await expireLostSession(pageQueryClient);
      else {
        tellOtherTabs();
        // The cached answers may be another customer's.
        await pageQueryClient.resetQueries();
      }
      return isTaken;
    },
    async signOut() {
      try {
        await endSessionOnServer();
      } finally {
        // Whatever the server says, the customer has left the site.
        endSessionHere(pageQueryClient);
        history.navigate(LOGIN_PATH);
      }
    },
  };
};
