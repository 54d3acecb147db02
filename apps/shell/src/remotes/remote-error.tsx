import { mdiPuzzleRemoveOutline } from '@mdi/js';
import { Button, Card, Icon, Stack, Typography } from '@portal/theme';
import { useState } from 'react';
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
  const start = () => {
    setTrying(true);
    void tryAgain().finally(() => setTrying(false));
  };
  return (
    <Card sx={{ p: { xs: 3, sm: 5 } }}>
      <PageTitle title={`${title} is not available`} />
      <Stack spacing={2} role="alert" sx={{ alignItems: 'center', textAlign: 'center' }}>
        <Icon path={mdiPuzzleRemoveOutline} color="action" sx={{ fontSize: 48 }} />
        <Typography component="h1" variant="h2">
          {title} is not available right now
        </Typography>
        <Typography color="textSecondary">
          This part of the portal could not be loaded. Everything else goes on working.
        </Typography>
        <Button variant="contained" onClick={start} loading={trying}>
          Try again
        </Button>
      </Stack>
    </Card>
  );
};
