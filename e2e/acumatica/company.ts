import type { FakeAcumatica } from './fake-acumatica';

const works = [
  'Boiler: yearly maintenance',
  'Lift: emergency call does not connect',
  'Heat pump: heating curve adjusted',
  'Ventilation: filters replaced',
];
const statuses = ['Open', 'On Hold', 'Awaiting', 'Completed', 'Closed', 'Quote', 'Canceled'];

const at = <Item>(items: readonly Item[], index: number) => items[index % items.length];

/** The number of an order, as Acumatica counts. */
export const numberOf = (index: number) => String(index + 1).padStart(6, '0');

/** Fills the fake with the orders of a company, which were modified one after the other over two years. */
export const fillCompany = (
  fake: FakeAcumatica,
  { orders, customers }: { orders: number; customers: number },
) => {
  const span = 2 * 365 * 86_400_000;
  for (let index = 0; index < orders; index += 1) {
    const customer = index % customers;
    const modified = new Date(Date.now() - span + Math.floor((span * index) / orders));
    fake.addOrder(numberOf(index), {
      Description: `${at(works, index)}, building ${(index % 9) + 1}`,
      Status: at(statuses, index),
      Date: new Date(modified.toISOString().slice(0, 10)),
      LastModifiedDateTime: modified,
      Priority: at(['Low', 'Medium', 'High'], index),
      Customer: `C${customer}`,
      'Contact/Attention': `Customer ${customer}`,
      'Contact/Email': `customer-${customer}@example.com`,
    });
    const date = { Date: modified, LastModifiedDateTime: modified };
    fake.addActivity(numberOf(index), { Summary: 'Order received', Body: '<p>Thank you.</p>', ...date });
    if (index % 3 === 0)
      fake.addActivity(numberOf(index), {
        Summary: 'INTERNAL',
        Body: '<p>Margin</p>',
        Internal: true,
        ...date,
      });
  }
};
