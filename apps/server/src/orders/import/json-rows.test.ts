import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { InvalidJsonError, readFileParts, readJsonRows, type JsonRow } from './json-rows';

/** Splits the bytes of a text into chunks of this length. */
const chunksOf = (text: string, length: number) => {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
};

const read = async (text: string, length = text.length || 1) => {
  const rows: JsonRow[] = [];
  try {
    for await (const row of readJsonRows(chunksOf(text, length))) rows.push(row);
    return { rows };
  } catch (error) {
    if (error instanceof InvalidJsonError) {
      const { line, column, reason } = error;
      return { line, column, reason };
    }
    throw error;
  }
};

test.each<[string, string, { line: number; column: number; reason?: RegExp }]>([
  ['a trailing comma', '[\n  1,\n]', { line: 3, column: 1 }],
  ['a missing closing bracket', '[\n{"e": "a"}', { line: 2, column: 11, reason: /bracket is missing/ }],
  ['a line break in a string', '["é",\n"a\nb"]', { line: 2, column: 3 }],
  ['brackets without end', '['.repeat(20_000), { line: 1, column: 20_001, reason: /bracket is missing/ }],
  ['an empty file', ' \n', { line: 1, column: 1, reason: /the file is empty/ }],
])('reports the line and column for %s', async (_, text, { reason = /not valid JSON here/, ...place }) => {
  const fault = { ...place, reason: expect.stringMatching(reason) };
  expect(await read(text)).toEqual(fault);
  expect(await read(text, 3)).toEqual(fault);
});

const json = fc.jsonValue({ maxDepth: 2 });

const customer = fc.record(
  { email: fc.string({ unit: 'grapheme' }), orders: fc.array(json), name: json },
  { requiredKeys: [] },
);

test('reads a file in chunks of any size like JSON.parse reads the whole text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(customer, json), { maxLength: 5 }),
      fc.constantFrom(undefined, 1, '\t'),
      fc.integer({ min: 1, max: 40 }),
      async (rows, indent, length) => {
        const text = JSON.stringify(rows, null, indent);
        const result = await read(text, length);
        const values: unknown[] = JSON.parse(text);
        expect(result).toEqual({
          rows: values.map((value) => expect.objectContaining({ value })),
        });
      },
    ),
    { numRuns: 150, seed: 11, endOnFailure: true },
  );
});

test.each([1, 1000])('finds the lines behind a byte order mark in chunks of %d bytes', async (length) => {
  const { rows = [] } = await read('\ufeff[\n{"email":"a",\n"orders":[\n{}]}]', length);
  expect(rows.map(({ line, orderLines }) => [line, orderLines])).toEqual([[2, [4]]]);
});

test.each([1, 7, 1000])('finds the lines of customers and orders in chunks of %d bytes', async (length) => {
  const text = `[
  { "email": "ann@example.com", "name": { "value": "Ann" },
    "orders": [
      { "Status": "Ö\\nffen" }, {
        "events": [{ "summary": "Visit" }] }
    ] },
  7, "a",
  { "orders":
    { "value": [{}] } }
]`;
  const { rows = [] } = await read(text, length);
  expect(rows.map(({ line, orderLines }) => [line, orderLines])).toEqual([
    [2, [4, 4]],
    [7, []],
    [7, []],
    [8, []],
  ]);
});

describe('a file', () => {
  let directory: string;
  beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), 'portal-'))));
  afterEach(() => rm(directory, { recursive: true }));

  const readBytes = async (bytes: Uint8Array | string) => {
    const path = join(directory, 'customers.json');
    await writeFile(path, bytes);
    const values: unknown[] = [];
    for await (const { value } of readJsonRows(readFileParts(path))) values.push(value);
    return values;
  };

  test.each<[string, BufferEncoding, string]>([
    ['Latin-1', 'latin1', '[{\n"name": "é"}]'],
    ['UTF-16', 'utf16le', '["é"]'],
    ['UTF-16 with its mark', 'utf16le', '\ufeff["é"]'],
  ])('is read as UTF-8, and refused as %s, with what to do', async (_, encoding, text) => {
    expect(JSON.stringify(await readBytes(text))).toContain('é');
    const line = encoding === 'latin1' ? 2 : 1;
    await expect(readBytes(Buffer.from(text, encoding))).rejects.toMatchObject({
      line,
      reason: expect.stringContaining('save or send the text as UTF-8'),
    });
  });

  test('that is a folder is refused', async () => {
    await expect(readFileParts(directory).next()).rejects.toThrow('it is a folder');
  });
});
