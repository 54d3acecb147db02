import { Global } from '@emotion/react';
import type { MicroFrontend } from '@portal/contract';
import { Button, useSurface } from '@portal/theme';
import { useEffect, useState } from 'react';
import { isLostChunk, isPartOf } from '../federation/lost-chunk';
import { useFocusMain } from '../page/main';
import { Notice } from '../page/notice';
import { useRegistry } from './registry-provider';
import { reloadFor, wasReloadedFor } from './reload';

/** What takes the focus is not left under the bar (WCAG 2.2, 2.4.11). */
const room = { html: { scrollPaddingBlockEnd: '10rem' } };

/**
 * Offers a reload when a part of the screen that is shown did not arrive: the page was opened before a release, and
 * what it asks for may be gone. The screen stays as it is, with all that was filled in, until the customer has
 * chosen; once reloaded for this version, the page offers nothing any more.
 */
export const LostParts = ({ remote }: { remote: MicroFrontend }) => {
  const { load } = useRegistry();
  const { host } = useSurface();
  const focusMain = useFocusMain();
  const [lost, setLost] = useState<MicroFrontend>();
  const [declined, setDeclined] = useState(false);

  useEffect(() => {
    const listen = (event: PromiseRejectionEvent) => {
      const { state, version } = load(remote);
      if (state !== 'shown' || !version || !isLostChunk(event.reason) || wasReloadedFor(version)) return;
      if (host && !isPartOf(event.reason, version.url)) return;
      // It has been dealt with.
      event.preventDefault();
      setLost(version);
    };
    window.addEventListener('unhandledrejection', listen);
    return () => window.removeEventListener('unhandledrejection', listen);
  }, [load, remote, host]);

  if (!lost || declined) return null;

  const decline = () => {
    // The button that was pressed goes away: the keyboard's place must not be lost with it.
    focusMain({ preventScroll: true });
    setDeclined(true);
  };

  return (
    <>
      <Global styles={room} />
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
              Reload
            </Button>
            <Button color="inherit" onClick={decline}>
              Later
            </Button>
          </>
        }
      >
        A newer version of this page is available.
      </Notice>
    </>
  );
};
