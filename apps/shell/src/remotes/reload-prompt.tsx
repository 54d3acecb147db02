import { Global } from '@emotion/react';
import { inStorage, type RemoteVersion } from '@portal/contract';
import { Button, useSurface } from '@portal/theme';
import { useEffect, useState } from 'react';
import { folderOf, isLostChunk } from './federation/load-failure';
import { useFocusMain } from '../page/focus';
import { Notice } from '../page/notice';
import { useI18n } from '../texts';

const keyOf = ({ metadata, extras }: RemoteVersion): string =>
  `portal-reloaded:${extras.descriptor.name}@${metadata.version}`;

/** Whether this tab was reloaded for this version before: a second reload would change nothing. */
export const wasReloadedFor = (version: RemoteVersion): boolean =>
  typeof inStorage((storage) => storage.getItem(keyOf(version)), 'sessionStorage') === 'string';

/** Reloads the page to get another version than this one, and remembers that. */
export const reloadFor = (version: RemoteVersion): void => {
  inStorage((storage) => storage.setItem(keyOf(version), 'yes'), 'sessionStorage');
  location.reload();
};

/** Keeps a focused element from ending up under the prompt (WCAG 2.2, 2.4.11). */
const scrollPadding = { html: { scrollPaddingBlockEnd: '10rem' } };

/**
 * Offers a reload when a part of the shown screen didn't arrive: a release may have removed it. Until the customer
 * chooses, the screen keeps what they filled in. A page that was reloaded for this version offers nothing.
 */
export const ReloadPrompt = ({ version }: { version: RemoteVersion | undefined }) => {
  const i18n = useI18n();
  const { host } = useSurface();
  const focusMain = useFocusMain();
  const [lost, setLost] = useState<RemoteVersion>();
  const [declined, setDeclined] = useState(false);

  useEffect(() => {
    const listen = (event: PromiseRejectionEvent | ErrorEvent) => {
      const error: unknown = 'reason' in event ? event.reason : event.error;
      if (!version || !isLostChunk(error) || wasReloadedFor(version)) return;
      // In an embedder's page, a part that the browser doesn't name may be of another script.
      if (host && !error.message.includes(folderOf(version.url))) return;
      // Handled: keep it off the console.
      event.preventDefault();
      setLost(version);
    };
    window.addEventListener('unhandledrejection', listen);
    // A boundary of the remote caught it, and reported it.
    window.addEventListener('error', listen);
    return () => {
      window.removeEventListener('unhandledrejection', listen);
      window.removeEventListener('error', listen);
    };
  }, [version, host]);

  if (!lost || declined) return null;

  const decline = () => {
    // The focused button goes away: keep the keyboard's place.
    focusMain({ preventScroll: true });
    setDeclined(true);
  };

  return (
    <>
      <Global styles={scrollPadding} />
      <Notice
        severity="info"
        sx={{
          position: 'sticky',
          insetBlockEnd: 16,
          mt: 3,
          zIndex: 'appBar',
          boxShadow: 8,
          border: '1px solid',
        }}
        actions={
          <>
            <Button color="inherit" onClick={() => reloadFor(lost)}>
              {i18n.t('Reload')}
            </Button>
            <Button color="inherit" onClick={decline}>
              {i18n.t('Later')}
            </Button>
          </>
        }
      >
        {i18n.t('A newer version of this page is available.')}
      </Notice>
    </>
  );
};
