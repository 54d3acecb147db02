import { request } from '@playwright/test';

/** The token of every portal of a run. */
export const ORDERS_WEBHOOK_TOKEN = 'the-token-of-an-erp';

/** Sends a changed order to a portal, as an ERP does. */
export const changeOrder = async (
  portalUrl: string,
  email: string,
  { ServiceOrderNbr, Status }: { ServiceOrderNbr: string; Status: string },
): Promise<void> => {
  const erp = await request.newContext({
    extraHTTPHeaders: { authorization: `Bearer ${ORDERS_WEBHOOK_TOKEN}` },
  });
  const order = {
    ServiceOrderNbr,
    Description: `Boiler repair ${ServiceOrderNbr}`,
    Status,
    LastModifiedDateTime: '2026-03-21T10:00:00+00:00',
  };
  await erp.post(`${portalUrl}/hooks/orders`, { data: { email, orders: [order] }, failOnStatusCode: true });
  await erp.dispose();
};
