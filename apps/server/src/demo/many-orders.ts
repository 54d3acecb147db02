const works = [
  'Boiler: yearly maintenance',
  'Lift: emergency call does not connect',
  'Heat pump: heating curve adjusted',
  'Ventilation: filters replaced',
  'Radiator valve replaced',
  'Fire doors: inspection',
  'Lighting in the car park',
];

const statuses = ['Closed', 'Invoiced', 'Completed', 'Closed', 'In Process', 'Open', 'On Hold'];

const at = <Item>(items: readonly Item[], index: number) => items[index % items.length];

const daysBefore = (day: Date, days: number): string =>
  new Date(day.getTime() - days * 24 * 60 * 60 * 1000).toISOString();

const orderOf = (index: number, newest: Date) => {
  const lastModified = daysBefore(newest, index * 3);
  return {
    ServiceOrderNbr: { value: String(1120 - index).padStart(6, '0') },
    Description: { value: `${at(works, index)}, building ${(index % 9) + 1}` },
    Status: { value: at(statuses, index) },
    Date: { value: daysBefore(newest, index * 3 + 10).slice(0, 10) },
    LastModifiedDateTime: { value: lastModified },
    events: [
      {
        summary: 'Order received',
        body: '<p>Thank you.</p>',
        created_by: 'Customer service',
        created_at: lastModified,
      },
    ],
  };
};

/** The orders of a property manager who has many; each is three days older than the one before. */
export const manyOrders = (count: number, newest: Date) =>
  Array.from({ length: count }, (_, index) => orderOf(index, newest));
