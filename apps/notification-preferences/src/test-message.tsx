import { mdiSendOutline } from '@mdi/js';
import { serverMessage, useTestNotification } from '@portal/api';
import { Button, Card, Icon, OutcomeAlert, Typography, type Outcome } from '@portal/theme';
import { useId } from 'react';
import { useI18n } from './texts';

const SENT = /*i18n*/ 'A test message is on its way.';
const NOT_SENT = /*i18n*/ 'The test message could not be sent. Please try again later.';

/** A button that sends a test message to the customer's own contacts. */
export const TestMessage = () => {
  const i18n = useI18n();
  const { mutate, isPending, data, error } = useTestNotification();
  const where = useId();
  const outcome = (): Outcome | null => {
    if (error) return { severity: 'error', text: serverMessage(error) ?? i18n.t(NOT_SENT) };
    if (!data) return null;
    return data.success
      ? { severity: 'success', text: data.message || i18n.t(SENT) }
      : { severity: 'error', text: data.message || i18n.t(NOT_SENT) };
  };
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <OutcomeAlert outcome={outcome()} sx={{ mb: 2 }} />
      <Button
        variant="outlined"
        loading={isPending}
        loadingPosition="start"
        startIcon={<Icon path={mdiSendOutline} sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} />}
        aria-describedby={where}
        onClick={() => mutate()}
      >
        {i18n.t('Send a test message')}
      </Button>
      <Typography id={where} variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        {i18n.t('We’ll send it to the addresses you saved.')}
      </Typography>
    </Card>
  );
};
