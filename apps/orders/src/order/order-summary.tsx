import { calendarDateOf } from '@portal/api';
import { Box, Typography, visuallyHidden } from '@portal/theme';
import type { ReactNode } from 'react';
import { Section } from '../frame/section';
import { useI18n } from '../texts';
import { DateValue } from '../values/date-value';
import { TextValue } from '../values/text-value';
import { FIELDS } from './fields';
import { Lead, type LeadProps } from './lead';

/** The facts of an order (specification section 2, Service Order detail), its description and its answer first; a long description follows the answer. */
export const OrderSummary = ({ order, onShow }: LeadProps) => {
  const i18n = useI18n();
  // Whole paragraphs would push the answer off a phone's screen.
  const isLong = (order.Description?.length ?? 0) > LONGEST_TITLE;
  const description = (
    <Box component="dl" sx={{ m: 0, mt: isLong ? 2 : 0 }}>
      <dt style={visuallyHidden}>{i18n.t(TITLE.label)}</dt>
      <Typography component="dd" sx={isLong ? { m: 0 } : title}>
        {TITLE.value(order)}
      </Typography>
    </Box>
  );
  return (
    <Section heading={i18n.t('Order Summary')} isQuiet>
      {!isLong && description}
      <Lead order={order} onShow={onShow} />
      {isLong && description}
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
    </Section>
  );
};

const { description: TITLE, ...FACTS } = FIELDS;

const LONGEST_TITLE = 160;

const title = {
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
