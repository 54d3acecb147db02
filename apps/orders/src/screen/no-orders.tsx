import { mdiClipboardTextOutline } from '@mdi/js';
import { StateMessage } from '@portal/theme';
import { Ask } from '@portal/theme/ask';

/** Takes the place of the orders of a customer who has none. */
export const NoOrders = ({ message, explanation }: { message: string; explanation: string }) => (
  <StateMessage icon={mdiClipboardTextOutline} message={message} explanation={explanation} action={<Ask />} />
);
