import { mdiPuzzleRemoveOutline } from '@mdi/js';
import { Button, StateMessage } from '@portal/theme';
import { useState } from 'react';
import { useFocusMain } from '../page/main';
import { PageTitle } from '../page/page-title';

interface RemoteErrorProps {
  /** What the customer knows the remote as: its descriptor's title. */
  title: string;
  /** Sends new requests; resolves when the outcome is on the screen. */
  tryAgain: () => Promise<void>;
}

/** What a customer sees in place of a remote that is missing, slow, broken or throwing. */
export const RemoteError = ({ title, tryAgain }: RemoteErrorProps) => {
  const [trying, setTrying] = useState(false);
  const focusMain = useFocusMain();
  const start = () => {
    // The button that was pressed goes away: the keyboard's place must not be lost with it.
    focusMain();
    setTrying(true);
    void tryAgain().finally(() => setTrying(false));
  };
  return (
    <>
      <PageTitle silent title={`${title} is not available`} />
      <StateMessage
        tone="error"
        icon={mdiPuzzleRemoveOutline}
        component="h1"
        message={`${title} is not available right now`}
        explanation="This part of the portal could not be loaded. Please try again in a moment."
        action={
          <Button variant="contained" onClick={start} loading={trying}>
            Try again
          </Button>
        }
      />
    </>
  );
};
