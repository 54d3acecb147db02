import { mdiCalendarClock, mdiListStatus, mdiProgressCheck } from '@mdi/js';
import type { NotificationEvents, useNotificationEvents } from '@portal/api';
import { Link, QueryView, Skeleton, Stack, Typography } from '@portal/theme';
import { Link as RouterLink } from 'react-router-dom';
import { ChoiceGroup } from './choice-group';
import type { Draft } from './draft';
import { useI18n } from './texts';

interface EventChoicesProps {
  query: ReturnType<typeof useNotificationEvents>;
  draft: Draft;
  disabled: boolean;
  onChange: (choice: Partial<NotificationEvents>) => void;
}

/** Which changes the customer is written to about, if the server offers this choice. */
export const EventChoices = ({ query, draft, disabled, onChange }: EventChoicesProps) => {
  const i18n = useI18n();
  if (!query.isEnabled || query.data === null) return null;
  return (
    <QueryView
      query={query}
      failure={i18n.t('What we write to you about could not be loaded.')}
      skeleton={<Skeleton variant="rounded" height={150} />}
      silentRefetch
      isPart
    >
      {(saved) =>
        saved && (
          <Stack>
            <ChoiceGroup
              heading={i18n.t('What should we write to you about?')}
              disabled={disabled}
              warns
              choices={[
                {
                  label: i18n.t('A new status'),
                  icon: mdiProgressCheck,
                  checked: draft.status ?? saved.status,
                  onChange: (status) => onChange({ status }),
                },
                {
                  label: i18n.t('A new entry in the event log'),
                  icon: mdiListStatus,
                  checked: draft.entries ?? saved.entries,
                  onChange: (entries) => onChange({ entries }),
                },
                ...(saved.visits === undefined
                  ? []
                  : [
                      {
                        label: i18n.t('A visit that is near'),
                        icon: mdiCalendarClock,
                        checked: draft.visits ?? saved.visits,
                        onChange: (visits: boolean) => onChange({ visits }),
                      },
                    ]),
              ]}
            />
            {saved.mutedOrders.length > 0 && <MutedOrders numbers={saved.mutedOrders} />}
          </Stack>
        )
      }
    </QueryView>
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
