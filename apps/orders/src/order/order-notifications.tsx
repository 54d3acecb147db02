import { serverMessage, useMuteOrder, useNotificationEvents } from '@portal/api';
import { Box, OutcomeAlert } from '@portal/theme';
import { useState } from 'react';
import { useI18n } from '../texts';

/**
 * Whether messages are about this order, too; saved at once. Absent where the server does not offer it, and while the
 * customer gets no messages at all.
 */
export const OrderNotifications = ({ orderNbr }: { orderNbr: string | undefined }) => {
  const i18n = useI18n();
  const { data, isLoading } = useNotificationEvents();
  const { mutate, error } = useMuteOrder();
  // A mutation tells its observers in a later task: a checkbox that showed only that would spring back until then.
  const [chosen, setChosen] = useState<boolean>();
  if (isLoading) return <Box sx={room} />;
  if (!data?.isReached || !(data.status || data.entries) || orderNbr === undefined) return null;
  const isMuted = chosen ?? data.mutedOrders.includes(orderNbr);
  const change = () => {
    setChosen(!isMuted);
    mutate(
      { serviceOrderNbr: orderNbr, muted: !isMuted },
      // The saved choice returns.
      { onError: () => setChosen(undefined) },
    );
  };
  return (
    <Box sx={room}>
      <Box component="label" sx={label}>
        <Box component="input" type="checkbox" checked={!isMuted} onChange={change} sx={box} />
        <span>{i18n.t('Notify me about this order')}</span>
      </Box>
      <OutcomeAlert
        outcome={
          error && {
            severity: 'error',
            text: serverMessage(error) ?? i18n.t('This could not be saved. Please try again later.'),
          }
        }
      />
    </Box>
  );
};

/** Reserved while the choice loads, so that nothing below moves. */
const room = { minBlockSize: 44, paddingInline: 1 };

const label = { display: 'inline-flex', alignItems: 'center', gap: 1.5, minBlockSize: 44, cursor: 'pointer' };

/** The browser's own: MUI's comes with all parts of forms, which an order does not need. */
const box = { inlineSize: 20, blockSize: 20, m: 0, accentColor: 'var(--mui-palette-primary-main)' };
