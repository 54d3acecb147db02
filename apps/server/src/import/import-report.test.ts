import { reportText } from './import-report';

const counts = { new: 2, updated: 1, unchanged: 0 };

test('reports the counts and the ignored fields', () => {
  const accepted = {
    customers: counts,
    orders: counts,
    ignoredFields: ['Location', 'Priority'],
    notes: [{ line: 4, reason: 'phone changed' }],
  };
  expect(reportText({ outcome: 'loaded', ...accepted })).toBe(`Loaded.
customers  2 new, 1 updated, 0 unchanged
orders     2 new, 1 updated, 0 unchanged
ignored    unknown fields: Location, Priority
line 4: phone changed`);
  expect(reportText({ outcome: 'checked', ...accepted })).toContain('nothing was changed');
});

test('lists the problems by line and says that nothing was loaded', () => {
  const rows = [
    { line: 7, reason: 'Date is not a date' },
    { line: 120, reason: 'email is not an email address' },
  ];
  expect(reportText({ outcome: 'refused', rows })).toBe(`line   7: Date is not a date
line 120: email is not an email address

Nothing was loaded. Fix the file and import it again.`);
});
