import { mdiPuzzleRemoveOutline, mdiUpdate } from '@mdi/js';
import type { RemoteVersion } from '@portal/contract';
import { Ask, Button, StateMessage } from '@portal/theme';
import { onlineManager } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFocusMain } from '../page/focus';
import { PageTitle } from '../page/title';
import { useI18n } from '../texts';
import { reloadFor } from './reload-prompt';

/** `tryAgain` sends new requests. `outdated`: a newer version has replaced the screen's code. */
export type Unavailability =
  | { reason: 'unavailable'; tryAgain: () => Promise<unknown> }
  | { reason: 'outdated'; version: RemoteVersion };

/** Tries again when it is pressed, and when the browser is back online. */
const TryAgain = ({ tryAgain }: { tryAgain: () => Promise<unknown> }) => {
  const i18n = useI18n();
  const [trying, setTrying] = useState(false);
  const tryOnce = () => {
    if (trying) return;
    setTrying(true);
    void tryAgain().finally(() => setTrying(false));
  };
  const onOnline = useEffectEvent(tryOnce);
  useEffect(() => onlineManager.subscribe((isOnline) => isOnline && onOnline()), []);
  const focusMain = useFocusMain();
  const start = () => {
    // The focused button goes away: keep the keyboard's place.
    focusMain();
    tryOnce();
  };
  return (
    <Button variant="contained" onClick={start} loading={trying}>
      {i18n.t('Try again')}
    </Button>
  );
};

/** Takes the place of a remote that can't be shown; `title` is that of its descriptor. */
export const SlotFailure = ({ title, failure }: { title: string; failure: Unavailability }) => {
  const i18n = useI18n();
  const view =
    failure.reason === 'unavailable'
      ? {
          icon: mdiPuzzleRemoveOutline,
          message: i18n.t('{title} is not available right now', { title }),
          explanation: i18n.t('This part of the portal could not be loaded. Please try again in a moment.'),
          action: (
            <>
              <TryAgain tryAgain={failure.tryAgain} />
              <Ask />
            </>
          ),
        }
      : {
          icon: mdiUpdate,
          message: i18n.t('A newer version of this page is available'),
          explanation: i18n.t(
            'The page was opened some time ago, and this part of it is gone. Please reload it.',
          ),
          action: (
            <Button variant="contained" onClick={() => reloadFor(failure.version)}>
              {i18n.t('Reload')}
            </Button>
          ),
        };
  return (
    <>
      <PageTitle silent title={i18n.t('{title} is not available', { title })} />
      <StateMessage tone="error" component="h1" {...view} />
    </>
  );
};
