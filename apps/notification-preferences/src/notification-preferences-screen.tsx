import { mdiCloudAlertOutline } from '@mdi/js';
import { useNotificationPreferences } from '@portal/api';
import { Box, Button, ScreenHeading, Stack, StateMessage } from '@portal/theme';
import { useRef } from 'react';
import { PreferencesForm } from './preferences-form';
import { PreferencesSkeleton } from './preferences-skeleton';

const title = 'Notification Preferences';

/** `/notification-preferences`: how the customer wants to be notified (specification section 2). */
export const NotificationPreferencesScreen = () => {
  const { data, isPending, refetch } = useNotificationPreferences();
  const content = useRef<HTMLDivElement>(null);
  const tryAgain = () => {
    // The button that was pressed goes away: the keyboard's place must not be lost with it.
    content.current?.focus();
    void refetch();
  };
  return (
    <Stack spacing={3} sx={{ maxInlineSize: 640 }}>
      <ScreenHeading>{title}</ScreenHeading>
      <Box ref={content} tabIndex={-1} sx={{ outline: 'none' }}>
        {isPending && <PreferencesSkeleton />}
        {data && <PreferencesForm saved={data} />}
        {!isPending && !data && <LoadFailure tryAgain={tryAgain} />}
      </Box>
    </Stack>
  );
};

export const notificationPreferences = { title, Component: NotificationPreferencesScreen };

const LoadFailure = ({ tryAgain }: { tryAgain: () => void }) => (
  <StateMessage
    tone="error"
    icon={mdiCloudAlertOutline}
    message="Failed to load notification preferences"
    explanation="Check your connection. If that is fine, try again in a few minutes."
    action={
      <Button variant="contained" onClick={tryAgain}>
        Try again
      </Button>
    }
  />
);
