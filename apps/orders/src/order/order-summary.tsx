import type { ServiceOrder } from '@portal/api';
import { Box, Typography } from '@portal/theme';
import type { ReactNode } from 'react';
import { Section } from '../screen/section';
import { useI18n } from '../texts';
import { DateValue } from '../values/dates';
import { StatusChip, TextValue } from '../values/text-value';

const grid = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: 'repeat(auto-fit, minmax(7.25rem, 1fr))',
  m: 0,
};

/** The facts of an order (specification section 2, Service Order detail). */
export const OrderSummary = ({ order }: { order: ServiceOrder }) => {
  const i18n = useI18n();
  return (
    <Section heading={i18n.t('Order Summary')}>
      <Box component="dl" sx={grid}>
        <Fact label={i18n.t('Order #')}>
          <TextValue text={order.ServiceOrderNbr} />
        </Fact>
        <Fact label={i18n.t('Status')}>
          <StatusChip status={order.Status} />
        </Fact>
        <Fact label={i18n.t('Date')}>
          <DateValue text={order.Date} as="calendarDate" />
        </Fact>
        <Fact label={i18n.t('Last Modified')}>
          <DateValue text={order.LastModifiedDateTime} as="moment" />
        </Fact>
        <Fact label={i18n.t('Summary')} wide>
          <TextValue text={order.Description} />
        </Fact>
      </Box>
    </Section>
  );
};

interface FactProps {
  label: string;
  /** Takes a line of its own. */
  wide?: boolean;
  children: ReactNode;
}

const Fact = ({ label, wide = false, children }: FactProps) => (
  <Box sx={wide ? { gridColumn: '1 / -1' } : undefined}>
    <Typography component="dt" variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
      {label}
    </Typography>
    <Typography component="dd" sx={{ m: 0, textWrap: 'balance' }}>
      {children}
    </Typography>
  </Box>
);
