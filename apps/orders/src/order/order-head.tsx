import { Box } from '@portal/theme';
import { Section } from '../frame/section';
import { StatusChip } from '../values/text-value';
import { FIELDS } from './fields';
import { Lead, type LeadProps } from './lead';
import { Progress } from './progress';

/** The first card of an order: what it is about, how far it is, and what a customer opens it for. */
export const OrderHead = ({ order, ...lead }: LeadProps) => (
  <Section
    heading={
      <Box component="span" sx={title}>
        {FIELDS.description.value(order)}
      </Box>
    }
    beside={order.Status && <StatusChip status={order.Status} />}
  >
    <Progress status={order.Status} events={order.events} />
    <Lead order={order} {...lead} />
  </Section>
);

/** Three lines at most: whole paragraphs would push the answer off a phone's screen. Order Summary has them. */
const title = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '3',
  overflow: 'hidden',
  fontSize: 'clamp(1.25rem, 1.05rem + 1cqi, 1.5rem)',
  textWrap: 'pretty',
};
