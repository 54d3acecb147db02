import { UsageError, type Io, type Report } from '@portal/cli';
import { orderSourceWork } from '../../parts';
import { configOf } from './operator';
import { counted, recordText, tableText } from './records';
import { runWork } from './run';

/** Says which orders of the ERP customers see, why they do not see others, and how reading goes. */
export const showStatus = async (io: Io): Promise<Report> => {
  const config = configOf(io);
  if (!orderSourceWork()?.isConfigured(config))
    throw new UsageError('No ERP is configured. Set ACUMATICA_URL, as for the portal: see docs/import.md.');
  const data = await runWork(config, 'erp/status', {});
  if ('refusal' in data) return { data, text: '', refusal: data.refusal };
  const { notShown, ...status } = data;
  const parts = [
    recordText(status),
    notShown.length > 0 &&
      tableText(notShown.map(({ orders, because }) => ({ orders, notShownBecause: because }))),
    status.held > 0 && 'If the ERP is right about the held orders: pnpm portal erp confirm',
  ];
  return { data, text: parts.filter((part) => part !== false).join('\n\n') };
};

/** Lets the ERP take the orders from customers that it no longer shows. */
export const confirmRemovals = async (io: Io): Promise<Report> => {
  const data = await runWork(configOf(io), 'erp/confirm', {});
  return { data, text: `${counted(data.removed, 'order')} taken from customers` };
};

/** Reads every order of the ERP anew. */
export const readAgain = async (io: Io): Promise<Report> => {
  const data = await runWork(configOf(io), 'erp/read-again', {});
  if ('refusal' in data) return { data, text: '', refusal: data.refusal };
  return {
    data,
    text: `${data.orders} orders are read again, by about ${data.requests} requests. Meanwhile, customers see them as they are. They get messages only about what is new. Orders that the portal deleted may come back.\nProgress: pnpm portal erp status`,
  };
};

/** Lets the portal read from the ERP in the name of the user who consents there. */
export const connect = async (io: Io): Promise<Report> => {
  const config = configOf(io);
  const consent = await orderSourceWork()?.beginConsent(config);
  if (!consent)
    throw new UsageError(
      'Set ACUMATICA_URL, ACUMATICA_CLIENT_ID, and ACUMATICA_CLIENT_SECRET first, as for the portal.',
    );
  if (!io.ask) throw new UsageError('Run this in a terminal: it asks for an address.');
  const pasted = await io.ask(
    `1. Open this address in a browser, on any machine, and sign in as the user whom the portal reads as:\n\n${consent.address}\n\n2. Allow the access. Then, the browser fails to open a page at http://localhost.\n3. Copy the address of that page, and paste it here: `,
  );
  const redeemed = await consent.redeem(pasted.trim());
  if ('refusal' in redeemed) return { data: {}, text: '', refusal: redeemed.refusal };
  const data = await runWork(config, 'erp/connect', redeemed);
  return { data, text: 'The portal is connected, and reads on within minutes: pnpm portal erp status' };
};
