import { BOOT_ELEMENT_ID, bootSchema } from '@portal/contract';
import { pageSurface } from '@portal/theme';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import { mountShell } from './embedded/mount-shell';
import { EMBED_ATTRIBUTE, SHELL_EVENT } from 'embed/contract';
import { createLanguages } from './page/languages';
import { PortalPage } from './start/portal';
import { createRemotes } from './remotes/remotes';
import { setUpHttp } from './start/set-up-http';

/** An element that the portal's server wrote into its page. */
const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element with the id "${id}".`);
  return found;
};

const showPage = (): void => {
  const { textContent, nonce = '' } = element(BOOT_ELEMENT_ID);
  const boot = v.parse(bootSchema, JSON.parse(textContent));
  setUpHttp(boot.basePath);
  const container = element('portal');
  const surface = pageSurface(container);
  const remotes = createRemotes({ boot, target: { nonce, styles: surface.styles } });
  remotes.followPage();
  // React has recovered; an error that recurs reaches a boundary.
  const root = createRoot(container, { onRecoverableError: () => undefined });
  const languages = createLanguages(boot, remotes.registry, { isEmbedded: false });
  languages.onceLoaded(() =>
    // In a transition, React renders in slices, and the browser can paint and handle input between them.
    startTransition(() =>
      root.render(
        <StrictMode>
          <PortalPage boot={boot} nonce={nonce} surface={surface} remotes={remotes} languages={languages} />
        </StrictMode>,
      ),
    ),
  );
};

// The portal's own page runs this script to show the portal; an embedding element asks for `mount` instead.
const script = document.currentScript;
if (script?.hasAttribute(EMBED_ATTRIBUTE))
  script.dispatchEvent(new CustomEvent(SHELL_EVENT, { detail: { mount: mountShell } }));
else showPage();
