import type { Contact } from '../../platform/contact/contact';

/** The customers to sign in as on a first start, and what each demonstrates. */
export const demoCustomers = [
  { contact: 'ann@example.com', shows: 'every status, rich events, long and missing texts' },
  { contact: '+12025550123', shows: 'the same customer, by text message' },
  { contact: 'ben@example.com', shows: 'one order' },
  { contact: 'cara@example.com', shows: '120 orders' },
  { contact: 'dora@example.com', shows: 'no orders yet' },
  { contact: '+12025550188', shows: 'two orders, phone only' },
] as const;

/** Whether a contact identifies a customer of the demo. Other reserved addresses may stand in a test system. */
export const isOfDemo = ({ address }: Contact): boolean =>
  demoCustomers.some(({ contact }) => contact === address);
