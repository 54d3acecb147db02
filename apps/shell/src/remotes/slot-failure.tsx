import { mdiPuzzleRemoveOutline, mdiUpdate } from '@mdi/js';
import type { MicroFrontend } from '@portal/contract';
import { Button, StateMessage } from '@portal/theme';
import { useState } from 'react';
import { useFocusMain } from '../layout/main';
import { PageTitle } from '../layout/page-provider';
import { reloadFor } from './reload-prompt';

interface SlotFailureProps {
  /** The remote's title in its descriptor. */
  title: string;
  /**
   * `unavailable`: the remote is missing, slow, broken or throwing; `tryAgain` sends new requests.
   * `outdated`: the screen's code is gone because a newer version has replaced this one since the page was opened.
   */
  failure:
    { reason: 'unavailable'; tryAgain: () => Promise<void> } | { reason: 'outdated'; version: MicroFrontend };
}

const TryAgain = ({ tryAgain }: { tryAgain: () => Promise<void> }) => {
  const [trying, setTrying] = useState(false);
  const focusMain = useFocusMain();
  const start = () => {
    // The focused button goes away: keep the keyboard's place.
    focusMain();
    setTrying(true);
    void tryAgain().finally(() => setTrying(false));
  };
  return (
    <Button variant="contained" onClick={start} loading={trying}>
      Try again
    </Button>
  );
};

/** Takes the place of a remote that can't be shown. */
export const SlotFailure = ({ title, failure }: SlotFailureProps) => (
  <>
    <PageTitle silent title={`${title} is not available`} />
    {failure.reason === 'unavailable' ? (
      <StateMessage
        tone="error"
        icon={mdiPuzzleRemoveOutline}
        component="h1"
        message={`${title} is not available right now`}
        explanation="This part of the portal could not be loaded. Please try again in a moment."
        action={<TryAgain tryAgain={failure.tryAgain} />}
      />
    ) : (
      <StateMessage
        tone="error"
        icon={mdiUpdate}
        component="h1"
        message="A newer version of this page is available"
        explanation="The page was opened some time ago, and this part of it is gone. Please reload it."
        action={
          <Button variant="contained" onClick={() => reloadFor(failure.version)}>
            Reload
          </Button>
        }
      />
    )}
  </>
);
