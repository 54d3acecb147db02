import { useNotificationPreferences, useSignedInCustomer, type NotificationStatus } from '@portal/api';
import { Slot } from '@portal/remote';
import type { I18n } from '@portal/texts';
import { Ask, Box, Card, QueryView, ScreenHeading, Skeleton, Stack, visuallyHidden } from '@portal/theme';
import { lazy, Suspense, type ComponentType } from 'react';
import { PreferencesForm } from './preferences-form';
import { TestMessage } from './test-message';
import { inLanguage, useI18n } from './texts';

/** Loads after the form. Without this chunk, the screen is what the specification says. */
const later = (name: 'Details' | 'Sessions') =>
  lazy(async (): Promise<{ default: ComponentType }> =>
    import(/* webpackChunkName: 'account' */ './account').then(
      (account) => ({ default: account[name] }),
      () => ({ default: () => null }),
    ),
  );

const Details = later('Details');
const Sessions = later('Sessions');

const title = (i18n: I18n): string => i18n.t('Notification Preferences');

/** `/notification-preferences`: how the customer is notified (specification section 2). */
export const NotificationPreferencesScreen = () => {
  const i18n = useI18n();
  const query = useNotificationPreferences();
  // A server that does not say who the customer is has none of the other calls either.
  const isKnown = useSignedInCustomer() !== null;
  return (
    <Stack spacing={3}>
      <ScreenHeading>{title(i18n)}</ScreenHeading>
      <QueryView
        query={query}
        failure={i18n.t('Failed to load notification preferences')}
        skeleton={<PreferencesSkeleton />}
        silentRefetch
        help={<Ask />}
      >
        {(preferences) => (
          <Box sx={columns}>
            <PreferencesForm saved={preferences} />
            <Box sx={{ display: 'grid', gap: 'inherit', gridArea: { lg: '1 / 2 / span 3' } }}>
              {canBeTested(preferences) && <TestMessage />}
              <Suspense>{isKnown && <Details />}</Suspense>
              <Slot name="notification-preferences/preferences.section@1" props={{}} />
            </Box>
            {isKnown && (
              <Suspense>
                <Sessions />
              </Suspense>
            )}
          </Box>
        )}
      </QueryView>
    </Stack>
  );
};

export const notificationPreferences = { title: inLanguage(title), Component: NotificationPreferencesScreen };

/** Test message and details are below the form, or beside all others on wide screens. */
const columns = {
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
  gridTemplateRows: { lg: 'auto auto 1fr' },
  alignItems: 'start',
};

/** Whether the saved preferences name a contact that a test message can reach. */
const canBeTested = ({ email, sms, contacts }: NotificationStatus): boolean =>
  Boolean((email && contacts?.email) || (sms && contacts?.phone));

const PreferencesSkeleton = () => {
  const i18n = useI18n();
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, maxInlineSize: { lg: 'calc(100% - 384px)' } }}>
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
