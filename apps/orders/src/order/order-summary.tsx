import type { ServiceOrder, ServiceOrderEvent } from '@portal/api';
import { Box, Typography, visuallyHidden } from '@portal/theme';
import type { ReactNode } from 'react';
import { Section } from '../screen/section';
import { useI18n } from '../texts';
import { DateValue, isAhead, newestFirst, timeOf, useNow } from '../values/dates';
import { StatusChip, TextValue } from '../values/text-value';

/** The facts of an order (specification section 2, Service Order detail), its description first. */
export const OrderSummary = ({ order }: { order: ServiceOrder }) => {
  const i18n = useI18n();
  return (
    <Section heading={i18n.t('Order Summary')} isQuiet>
      <Box component="dl" sx={{ m: 0 }}>
        <dt style={visuallyHidden}>{i18n.t('Summary')}</dt>
        <Typography component="dd" sx={description}>
          <TextValue text={order.Description} />
        </Typography>
      </Box>
      <News events={order.events ?? []} />
      <Box component="dl" sx={facts}>
        <Fact label={i18n.t('Status')}>
          <StatusChip status={order.Status} />
        </Fact>
        <Fact label={i18n.t('Order #')}>
          <TextValue text={order.ServiceOrderNbr} />
        </Fact>
        <Fact label={i18n.t('Date')}>
          <DateValue text={order.Date} as="calendarDate" isRelative />
        </Fact>
        <Fact label={i18n.t('Last Modified')}>
          <DateValue text={order.LastModifiedDateTime} as="moment" isRelative />
        </Fact>
      </Box>
    </Section>
  );
};

const description = {
  m: 0,
  fontSize: 'clamp(1.25rem, 1.05rem + 1cqi, 1.625rem)',
  fontWeight: 650,
  lineHeight: 1.25,
  textWrap: 'pretty',
};

const facts = { display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1.5, m: 0, mt: 2 };

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Typography component="dt" variant="body2" sx={{ color: 'text.secondary', mb: 0.25 }}>
      {label}
    </Typography>
    <Typography component="dd" sx={{ m: 0 }}>
      {children}
    </Typography>
  </div>
);

/** The newest event, and the next one that is planned. */
const News = ({ events }: { events: readonly ServiceOrderEvent[] }) => {
  const i18n = useI18n();
  const now = useNow();
  const dated = newestFirst(
    events.filter(({ created_at }) => timeOf(created_at) !== undefined),
    ({ created_at }) => created_at,
  );
  const latest = dated.find(({ created_at }) => !isAhead(created_at, now));
  const next = dated.filter(({ created_at }) => isAhead(created_at, now)).at(-1);
  if (!latest && !next) return null;
  return (
    <Box sx={{ display: 'grid', gap: 0.5, mt: 1.5 }}>
      {latest && <Headline label={i18n.t('Latest')} event={latest} />}
      {next && <Headline label={i18n.t('Next')} event={next} />}
    </Box>
  );
};

/** An event in one line: "Part ordered · March 3 · yesterday · Dana". */
const Headline = ({ label, event }: { label: string; event: ServiceOrderEvent }) => {
  const { summary, created_at, created_by } = event;
  return (
    <Typography sx={{ textWrap: 'pretty' }}>
      <Typography component="span" variant="body2" sx={{ color: 'text.secondary', marginInlineEnd: 1 }}>
        {label}
      </Typography>
      {summary && (
        <Box component="strong" sx={{ fontWeight: 650 }}>
          <TextValue text={summary} />
        </Box>
      )}
      {summary && ' · '}
      <DateValue text={created_at} as="calendarDate" isRelative />
      {created_by && ' · '}
      {created_by && <TextValue text={created_by} />}
    </Typography>
  );
};
