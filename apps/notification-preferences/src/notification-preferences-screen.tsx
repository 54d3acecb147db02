import { useNotificationPreferences } from '@portal/api';
import { Box, Card, ScreenHeading, Skeleton, Stack, visuallyHidden } from '@portal/theme';
import { QueryView } from '@portal/theme/query-view';
import { PreferencesForm } from './preferences-form';

const title = 'Notification Preferences';

/** `/notification-preferences`: how the customer is notified (specification section 2). */
export const NotificationPreferencesScreen = () => {
  const query = useNotificationPreferences();
  return (
    <Stack spacing={3} sx={{ maxInlineSize: 640 }}>
      <ScreenHeading>{title}</ScreenHeading>
      <QueryView
        query={query}
        failure="Failed to load notification preferences"
        skeleton={<PreferencesSkeleton />}
        silentRefetch
      >
        {(preferences) => <PreferencesForm saved={preferences} />}
      </QueryView>
    </Stack>
  );
};

export const notificationPreferences = { title, Component: NotificationPreferencesScreen };

const PreferencesSkeleton = () => (
  <Card sx={{ p: { xs: 2, sm: 3 } }}>
    <Box role="status" sx={visuallyHidden}>
      Loading…
    </Box>
    <Stack spacing={3}>
      <Stack spacing={1}>
        <Skeleton width="70%" />
        <Skeleton variant="rounded" height={52} />
        <Skeleton variant="rounded" height={52} />
      </Stack>
      <Skeleton variant="rounded" width={168} height={44} />
    </Stack>
  </Card>
);
