import { lineNumbers } from './line-numbers';

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
])('finds $what', ({ path, line }) => {
  expect(lineNumbers(text, [path])(path)).toBe(line);
});
