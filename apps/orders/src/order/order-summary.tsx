import type { ServiceOrder } from '@portal/api';
import { Box, Typography } from '@portal/theme';
import type { ReactNode } from 'react';
import { Section } from '../screen/section';
import { GivenDate } from '../values/given-date';
import { GivenText } from '../values/given-text';
import { StatusChip } from '../values/status-chip';

const columns = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: 'repeat(auto-fit, minmax(7.25rem, 1fr))',
  m: 0,
};

/** What is known of an order at a glance (specification section 2, Service Order detail). */
export const OrderSummary = ({ order }: { order: ServiceOrder }) => (
  <Section heading="Order Summary">
    <Box component="dl" sx={columns}>
      <Fact label="Order #">
        <GivenText text={order.ServiceOrderNbr} />
      </Fact>
      <Fact label="Status">
        <StatusChip status={order.Status} />
      </Fact>
      <Fact label="Date">
        <GivenDate text={order.Date} as="calendarDate" />
      </Fact>
      <Fact label="Last Modified">
        <GivenDate text={order.LastModifiedDateTime} as="moment" />
      </Fact>
      <Fact label="Summary" wide>
        <GivenText text={order.Description} />
      </Fact>
    </Box>
  </Section>
);

interface FactProps {
  label: string;
  /** Takes a whole line. */
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
