import { mdiListStatus, mdiProgressCheck } from '@mdi/js';
import { useNotificationEvents, useUpdateNotificationEvents, type NotificationEvents } from '@portal/api';
import { Divider, FormGroup, Link, OutcomeAlert, Stack, Typography } from '@portal/theme';
import { Link as RouterLink } from 'react-router-dom';
import { PreferenceCheckbox } from './preference-checkbox';
import { QuerySection } from './section';
import { useI18n } from './texts';

/** Which changes the customer is written to about. Each choice is saved at once. */
export const EventChoices = () => {
  const i18n = useI18n();
  return (
    <QuerySection
      heading={i18n.t('What should we write to you about?')}
      query={useNotificationEvents()}
      failure={i18n.t('Failed to load notification preferences')}
      height={117}
    >
      {(saved) => (
        <Stack spacing={2}>
          <Choices saved={saved} />
          {saved.mutedOrders.length > 0 && <MutedOrders numbers={saved.mutedOrders} />}
        </Stack>
      )}
    </QuerySection>
  );
};

const Choices = ({ saved }: { saved: NotificationEvents }) => {
  const i18n = useI18n();
  const { mutate, variables, isPending, isSuccess, isError } = useUpdateNotificationEvents();
  const shown = isPending ? variables : saved;
  const { status, entries } = shown;
  return (
    <div>
      <FormGroup>
        <PreferenceCheckbox
          label={i18n.t('A new status')}
          icon={mdiProgressCheck}
          checked={status}
          onChange={(checked) => mutate({ ...shown, status: checked })}
        />
        <Divider aria-hidden />
        <PreferenceCheckbox
          label={i18n.t('A new entry in the event log')}
          icon={mdiListStatus}
          checked={entries}
          onChange={(checked) => mutate({ ...shown, entries: checked })}
        />
      </FormGroup>
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
        {!status && !entries
          ? i18n.t(
              'With neither, we won’t send you anything about your orders. You can still see everything here.',
            )
          : isSuccess && i18n.t('Saved')}
      </Typography>
      <OutcomeAlert
        outcome={isError ? { severity: 'error', text: i18n.t('Failed to save preferences') } : null}
        sx={{ mt: 1 }}
      />
    </div>
  );
};

const MutedOrders = ({ numbers }: { numbers: readonly string[] }) => {
  const i18n = useI18n();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
      <Typography>
        {i18n.t('{count, plural, one {You muted # order:} other {You muted # orders:}}', {
          count: numbers.length,
        })}
      </Typography>
      {numbers.map((number) => (
        <Link
          key={number}
          component={RouterLink}
          to={`/service-order/${encodeURIComponent(number)}`}
          sx={{ display: 'inline-flex', alignItems: 'center', minBlockSize: 44 }}
        >
          <bdi translate="no">{number}</bdi>
        </Link>
      ))}
    </Stack>
  );
};
