import type { ServiceOrder } from '@portal/api';
import { mdiPrinter } from '@mdi/js';
import { Ask, Box, Button, Icon, useBrand } from '@portal/theme';
import { useState } from 'react';
import { Section } from '../frame/section';
import { useI18n } from '../texts';
import { useNow } from '../values/date-value';
import { LazyAnswerForm } from './lazy-answer-form';
import { OrderNotifications } from './order-notifications';
import { SendingState, useSending, type Sending } from './sending';
import { upcomingOf } from './upcoming';

/** The actions of an order: ask about it, unless its question offers that, print it, and whether to be notified about it. */
export const OrderActions = ({ order }: { order: ServiceOrder }) => {
  const i18n = useI18n();
  const { waiting } = upcomingOf(order, useNow(), useBrand().timeZone);
  const [isWriting, setWriting] = useState(false);
  const { onSending, ...state } = useSending();
  const follow = (sending: Sending) => {
    onSending(sending);
    if (sending.outcome?.severity === 'success') setWriting(false);
  };
  const number = order.ServiceOrderNbr;
  const takesMessages = order.takesMessages && number !== undefined;
  return (
    <Box sx={actions}>
      <Box sx={row}>
        {(!waiting || waiting.asks) && (
          <Ask
            orderNbr={number}
            variant="text"
            write={
              takesMessages && (
                <Button
                  aria-expanded={isWriting}
                  onClick={({ detail }) => detail < 2 && setWriting(!isWriting)}
                >
                  {i18n.t('Ask about this order')}
                </Button>
              )
            }
          />
        )}
        <Button startIcon={<Icon path={mdiPrinter} />} onClick={() => window.print()}>
          {i18n.t('View as PDF / Print')}
        </Button>
        <OrderNotifications orderNbr={number} />
      </Box>
      {isWriting && takesMessages && (
        <Section heading={i18n.t('Ask about this order')}>
          <LazyAnswerForm orderNbr={number} onSending={follow} fallback={<Ask orderNbr={number} />} />
        </Section>
      )}
      <SendingState state={state} />
    </Box>
  );
};

const actions = { display: 'grid', gap: 1, gridColumn: '1 / -1', minInlineSize: 0, displayPrint: 'none' };

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  // Short names begin where the others do.
  '& .MuiButton-root': { minWidth: 0 },
};
