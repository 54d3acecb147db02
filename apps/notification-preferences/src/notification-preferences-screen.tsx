import { useNotificationPreferences } from '@portal/api';
import type { I18n } from '@portal/texts';
import { Box, Card, ScreenHeading, Skeleton, Stack, visuallyHidden } from '@portal/theme';
import { QueryView } from '@portal/theme/query-view';
import { PreferencesForm } from './preferences-form';
import { inLanguage, useI18n } from './texts';

const title = (i18n: I18n): string => i18n.t('Notification Preferences');

/** `/notification-preferences`: how the customer is notified (specification section 2). */
export const NotificationPreferencesScreen = () => {
  const i18n = useI18n();
  const query = useNotificationPreferences();
  return (
    <Stack spacing={3} sx={{ maxInlineSize: 640 }}>
      <ScreenHeading>{title(i18n)}</ScreenHeading>
      <QueryView
        query={query}
        failure={i18n.t('Failed to load notification preferences')}
        skeleton={<PreferencesSkeleton />}
        silentRefetch
      >
        {(preferences) => <PreferencesForm saved={preferences} />}
      </QueryView>
    </Stack>
  );
};

export const notificationPreferences = { title: inLanguage(title), Component: NotificationPreferencesScreen };

const PreferencesSkeleton = () => {
  const i18n = useI18n();
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <Box role="status" sx={visuallyHidden}>
        {i18n.t('Loading…')}
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
};
