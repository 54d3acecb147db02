import { lineNumbers, parseJson } from './json-text';

test('reads JSON', () => {
  expect(parseJson('[{"a": 1}]')).toEqual({ value: [{ a: 1 }] });
});

test.each([
  { what: 'a comma too many', text: '[\n  1,\n]', line: 3, column: 1, reason: /value expected/ },
  { what: 'a missing colon', text: '[{"email" 1}]', line: 1, column: 11, reason: /colon expected/ },
  { what: 'a missing end', text: '[\n{"email": "a"}', line: 2, column: 15, reason: /close bracket expected/ },
  { what: 'a comment', text: '[] // none', line: 1, column: 4, reason: /invalid comment/ },
  {
    what: 'a line break in a text',
    text: '["a\nb"]',
    line: 1,
    column: 2,
    reason: /unexpected end of string/,
  },
  { what: 'nothing', text: ' \n', line: 1, column: 1, reason: /the file is empty/ },
])('says where $what stands', ({ text, line, column, reason }) => {
  expect(parseJson(text)).toEqual({ fault: { line, column, reason: expect.stringMatching(reason) } });
});

const text = `[
  { "email": "ann@example.com",
    "orders": [
      { "Status": "Open" }, {
        "Status":
          { "value": "Closed" } }
    ] },
  7
]`;

test.each([
  { what: 'an element', path: [0], line: 2 },
  { what: 'a field', path: [0, 'email'], line: 2 },
  { what: 'an element that starts in the middle of a line', path: [0, 'orders', 1], line: 4 },
  { what: 'a field whose value stands on the next line', path: [0, 'orders', 1, 'Status'], line: 5 },
  { what: 'a plain value', path: [1], line: 8 },
  { what: 'a missing field, at the record that lacks it', path: [0, 'orders', 1, 'Date'], line: 4 },
  { what: 'the whole file', path: [], line: 1 },
])('finds $what', async ({ path, line }) => {
  expect((await lineNumbers([text], [path]))(path)).toBe(line);
});
