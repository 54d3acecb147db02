import * as fc from 'fast-check';
import { visit } from 'jsonc-parser';
import * as v from 'valibot';
import { InvalidJsonError, lineNumbers, parsePieces } from './json-text';
import type { Chunks } from './text-file';

test.each([
  { what: 'a trailing comma', text: '[\n  1,\n]', line: 3, column: 1, reason: /value expected/ },
  { what: 'a missing colon', text: '[{"email" 1}]', line: 1, column: 11, reason: /colon expected/ },
  {
    what: 'a missing closing bracket',
    text: '[\n{"email": "a"}',
    line: 2,
    column: 15,
    reason: /close bracket expected/,
  },
  { what: 'a comment', text: '[] // none', line: 1, column: 4, reason: /invalid comment/ },
  {
    what: 'a line break in a string',
    text: '["a\nb"]',
    line: 1,
    column: 2,
    reason: /unexpected end of string/,
  },
  {
    what: 'too many open brackets',
    text: '['.repeat(20_000),
    line: 1,
    column: 2,
    reason: /too many open brackets/,
  },
  { what: 'an empty file', text: ' \n', line: 1, column: 1, reason: /the file is empty/ },
])('reports the line and column for $what', async ({ text, line, column, reason }) => {
  expect(await read([text])).toEqual({ fault: { line, column, reason: expect.stringMatching(reason) } });
});

/** Splits the text into chunks of this length. */
const chunksOf = (text: string, length: number) =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );

const read = async (chunks: Chunks) => {
  const orders: unknown[][] = [];
  const customers: unknown[] = [];
  try {
    for await (const { piece, value } of parsePieces(chunks))
      if (piece.order !== undefined) (orders[piece.row ?? 0] ??= [])[piece.order] = value;
      else if (piece.row !== undefined)
        customers[piece.row] = piece.isCut ? { ...Object(value), orders: orders[piece.row] } : value;
      else if (!Array.isArray(value)) return { value };
    return { value: customers };
  } catch (error) {
    if (error instanceof InvalidJsonError) return { fault: error.fault };
    throw error;
  }
};

/** Only the position: the reasons may differ, because a piece is parsed without its context. */
const positionOf = (read: object) => {
  if (!('fault' in read)) return undefined;
  const { line, column } = v.parse(v.object({ line: v.number(), column: v.number() }), read.fault);
  return { line, column };
};

/** The position of the first fault of the whole text. */
const firstFault = (text: string) => {
  if (text.trim() === '') return { line: 1, column: 1 };
  const offsets: number[] = [];
  visit(text, { onError: (_code, offset) => offsets.push(offset) }, { disallowComments: true });
  if (offsets.length === 0) return undefined;
  const before = text.slice(0, offsets[0]).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

const json = fc.jsonValue({ maxDepth: 1 });

const customer = fc.record(
  {
    email: fc.string(),
    orders: fc.oneof(
      fc.array(fc.oneof(fc.record({ Status: fc.string(), events: fc.array(json) }), json)),
      fc.record({ value: fc.array(json) }),
      json,
    ),
    name: fc.oneof(fc.string(), fc.constant('orders'), json),
  },
  { requiredKeys: [] },
);

const files = fc
  .tuple(fc.array(fc.oneof(customer, json), { maxLength: 5 }), fc.constantFrom(undefined, 1, '\t'))
  .map(([rows, indent]) => JSON.stringify(rows, null, indent));

test('reads a file in chunks of any size like JSON.parse reads the whole text', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 40 }), async (text, length) => {
      expect(await read(chunksOf(text, length))).toEqual({ value: JSON.parse(text) });
    }),
    { numRuns: 150, seed: 11, endOnFailure: true },
  );
});

test('reports the same error position in chunks as in the whole text', async () => {
  const damage = fc.constantFrom('', '"', ',', '{', ']', '}', '0', '\\', '\n');
  await fc.assert(
    fc.asyncProperty(
      files,
      damage,
      fc.nat(),
      fc.integer({ min: 1, max: 40 }),
      async (text, replacement, at, length) => {
        const position = at % (text.length + 1);
        const damaged = text.slice(0, position) + replacement + text.slice(position + 1);
        expect(positionOf(await read(chunksOf(damaged, length)))).toEqual(firstFault(damaged));
      },
    ),
    { numRuns: 300, seed: 11, endOnFailure: true },
  );
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
  { what: 'a field whose value is on the next line', path: [0, 'orders', 1, 'Status'], line: 5 },
  { what: 'a plain value', path: [1], line: 8 },
  { what: 'the record that lacks a field', path: [0, 'orders', 1, 'Date'], line: 4 },
  { what: 'the whole file', path: [], line: 1 },
])('finds the line of $what', async ({ path, line }) => {
  expect((await lineNumbers([text], [path]))(path)).toBe(line);
});
