import { calendarDateOf, type ServiceOrder } from '@portal/api';
import { Box, Typography } from '@portal/theme';
import type { ReactNode } from 'react';
import { Section } from '../frame/section';
import { statusIn } from '../values/status';
import { useI18n } from '../texts';
import { DateValue } from '../values/date-value';
import { TextValue } from '../values/text-value';
import { FIELDS, type OrderField } from './fields';

interface OrderSummaryProps {
  order: ServiceOrder;
  /** Below the facts. */
  files: ReactNode;
}

/** The facts of an order (specification section 2, Service Order detail). */
export const OrderSummary = ({ order, files }: OrderSummaryProps) => {
  const i18n = useI18n();
  return (
    <Section heading={i18n.t('Order Summary')}>
      <Box component="dl" sx={facts}>
        {Object.entries(FACTS).map(([name, { label, value }]) => (
          <Fact key={name} label={i18n.t(label)}>
            {value(order)}
          </Fact>
        ))}
        {order.details?.map(({ label = '', value = '' }) => (
          <Fact key={`${label}\n${value}`} label={label}>
            {/* Digits alone are a serial number, and no time in milliseconds. */}
            {/^\d+$/.test(value) ? (
              <TextValue text={value} />
            ) : (
              <DateValue text={calendarDateOf(value) ?? value} as="moment" />
            )}
          </Fact>
        ))}
      </Box>
      {files}
    </Section>
  );
};

const StatusText = ({ status }: { status: string | undefined }) => {
  const i18n = useI18n();
  return <TextValue text={status && statusIn(status, i18n)} />;
};

/** The status as a word: the first card has its chip. */
const FACTS: Readonly<Record<string, OrderField>> = {
  ...FIELDS,
  status: { ...FIELDS.status, value: ({ Status }) => <StatusText status={Status} /> },
};

const facts = {
  display: 'grid',
  gridTemplateColumns: 'fit-content(55%) minmax(0, 1fr)',
  columnGap: 2.5,
  rowGap: 0.75,
  alignItems: 'baseline',
  m: 0,
};

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
      {label}
    </Typography>
    <Typography component="dd" sx={{ m: 0 }}>
      {children}
    </Typography>
  </>
);
