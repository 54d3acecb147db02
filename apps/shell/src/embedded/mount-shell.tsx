import { authCheckAfter } from '@portal/api';
import { embedBootSchema, LOGIN_PATH, type Boot, type EmbedLook } from '@portal/contract';
import { embeddedSurface, type Surface } from '@portal/theme';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import type { EmbedOptions, MountShell } from 'embed/contract';
import { createLanguages } from '../page/languages';
import { Portal } from '../start/portal';
import { pageQueryClient } from '../session/query-client';
import { createRemotes } from '../remotes/remotes';
import { endSessionHere, endSessionOnServer, expireLostSession, tellOtherTabs } from '../session/session';
import { setUpHttp } from '../start/set-up-http';
import { containKeyEvents } from './contain-key-events';
import { reportOutcomes } from './outcomes';
import { completeEvents } from './portal-events';
import { createPortalHistory, isPortalUrl, PortalRouter } from './portal-router';
import { redeemTicket } from './redeem-ticket';
import { relocateStylesheets } from './relocate-stylesheets';

/** @throws outside of a shadow root, where the styles of the page and the portal would mix */
const shadowHost = (container: HTMLElement): HTMLElement => {
  const root = container.getRootNode();
  if (!(root instanceof ShadowRoot && root.host instanceof HTMLElement))
    throw new Error('Mount the portal in an element of a shadow root, which keeps styles apart.');
  return root.host;
};

/** The boot document with the look of the embedder's page. If the chunk doesn't arrive, the portal keeps its own. */
const withLook = async (boot: Boot, surface: Surface, look: EmbedLook): Promise<Boot> => {
  try {
    const { readLook } = await import(/* webpackChunkName: 'page-look' */ '@portal/theme/page-look');
    return { ...boot, brand: { ...boot.brand, ...readLook(surface, boot.brand, look) } };
  } catch {
    return boot;
  }
};

/** The boot document with the embedder's name of the portal, and an absolute address of the logo. */
const withBrand = (boot: Boot, { portalUrl, brandName }: EmbedOptions): Boot => {
  const { name, logoUrl } = boot.brand;
  const logo = logoUrl && new URL(logoUrl, portalUrl).href;
  return { ...boot, brand: { ...boot.brand, name: brandName ?? name, logoUrl: logo } };
};

/** Mounts the portal in a shadow root of an embedder's page. */
export const mountShell: MountShell = (container, response, options, onEvent) => {
  const { boot, csrfToken } = v.parse(embedBootSchema, response);
  if (!isPortalUrl(options) && options.routing === 'browser')
    throw new Error(
      `The portal has nothing to show at ${location.pathname}, which is not below its base "${options.base}". Set base to the path of this page, or routing to "hash" or "memory".`,
    );
  const surface = embeddedSurface(shadowHost(container), container);
  const stopHttp = setUpHttp(options.portalUrl, csrfToken);
  containKeyEvents(surface.box);
  const stopRelocating = relocateStylesheets(surface.styles, `${options.portalUrl}/releases/`);
  const history = createPortalHistory(options);
  const emit = completeEvents(onEvent);
  const root = createRoot(surface.content, {
    // React has recovered; don't report the error to the embedder's listeners.
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

  const { portalUrl, nonce = '', look, locale } = options;
  const remotes = createRemotes({ boot, portalUrl, target: { nonce, styles: surface.styles } });
  const languages = createLanguages(boot, remotes.registry, { isEmbedded: true, locale });
  const stopReporting = reportOutcomes(emit);
  let current = options;
  let isMounted = true;
  let render: (() => void) | undefined;
  const start = (shownBoot: Boot) =>
    languages.onceLoaded(() => {
      render = () =>
        root.render(
          <StrictMode>
            <PortalRouter history={history}>
              <Portal
                boot={withBrand(shownBoot, current)}
                surface={surface}
                remotes={remotes}
                languages={languages}
                options={current}
                onEvent={emit}
              />
            </PortalRouter>
          </StrictMode>,
        );
      if (isMounted) render();
    });
  if (look) void withLook(boot, surface, look).then(start);
  else start(boot);

  return {
    unmount() {
      isMounted = false;
      root.unmount();
      container.replaceChildren();
      history.stop();
      stopHttp();
      stopRelocating();
      stopReporting();
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
      languages.setLocale(current.locale);
      render?.();
    },
    async signIn(ticket) {
      const isTaken = await redeemTicket(ticket, emit);
      // The ticket of somebody who is no customer ends the session of the one before.
      if (!isTaken) await expireLostSession(pageQueryClient);
      else {
        tellOtherTabs();
        // The cached responses may be another customer's.
        await pageQueryClient.resetQueries();
      }
      return isTaken;
    },
    async signOut() {
      try {
        await endSessionOnServer();
      } finally {
        // Whatever the server says, the customer has left the embedder's site.
        endSessionHere(pageQueryClient);
        history.navigate(LOGIN_PATH);
      }
    },
  };
};
