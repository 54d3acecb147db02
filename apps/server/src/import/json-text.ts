import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { createSplitter, type Piece, type Place } from './json-pieces';
import type { Chunks } from './text-file';

/** The path to a value in a JSON text, such as `[3, 'orders', 0, 'Status']`. */
export type Path = readonly (string | number)[];

/** Why a text is not JSON, and where. */
export interface SyntaxFault extends Place {
  reason: string;
}

/** A text is not JSON. */
export class InvalidJsonError extends Error {
  override readonly name = 'InvalidJsonError';

  constructor(readonly fault: SyntaxFault) {
    super(`line ${fault.line}, column ${fault.column}: ${fault.reason}`);
  }
}

const sentenceOf = (code: ParseErrorCode): string =>
  `not valid JSON here: ${printParseErrorCode(code)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()}`;

/** Finds the first fault. The messages of JSON.parse differ between Node versions; jsonc-parser's do not. */
const findFault = ({ text, placeOf }: Piece): SyntaxFault[] => {
  const faults: SyntaxFault[] = [];
  const onError = (code: ParseErrorCode, offset: number) => {
    if (faults.length === 0) faults.push({ ...placeOf(offset), reason: sentenceOf(code) });
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    // jsonc-parser recurses for each bracket.
    if (!(error instanceof RangeError)) throw error;
    faults.push({ ...placeOf(0), reason: 'not valid JSON here: too many open brackets' });
  }
  return faults;
};

const byPlace = (one: Place, other: Place) => one.line - other.line || one.column - other.column;

const parse = (piece: Piece, around: () => readonly Piece[]): { value: unknown } | { fault: SyntaxFault } => {
  if (piece.row === undefined && piece.text.trim() === '')
    return { fault: { line: 1, column: 1, reason: 'the file is empty' } };
  try {
    return { value: JSON.parse(piece.text) };
  } catch {
    // A comma missing before this piece is a fault of the enclosing piece.
    const [first] = [piece, ...around()].flatMap(findFault).sort(byPlace);
    return { fault: first ?? { line: 1, column: 1, reason: 'not valid JSON' } };
  }
};

const split = async function* (chunks: Chunks) {
  const { push, rest } = createSplitter();
  for await (const chunk of chunks) for (const piece of push(chunk)) yield { piece, rest };
  for (const piece of rest()) yield { piece, rest };
};

/**
 * Parses a file piece by piece: each order, then its customer without them, and at the end the file without customers.
 * @throws InvalidJsonError
 */
export const parsePieces = async function* (chunks: Chunks) {
  for await (const { piece, rest } of split(chunks)) {
    const parsed = parse(piece, rest);
    if ('fault' in parsed) throw new InvalidJsonError(parsed.fault);
    yield { piece, value: parsed.value };
  }
};

const keyOf = (path: Path): string => JSON.stringify(path);

const ancestorsOf = (path: Path): Path[] => path.map((_, depth) => path.slice(0, path.length - depth));

/** The path of a piece in its file. */
const pathOf = ({ row, order }: Piece): Path => {
  if (row === undefined) return [];
  return order === undefined ? [row] : [row, 'orders', order];
};

/** Notes the lines of the wanted values in a piece. Walks its text without building a tree. */
const noteLines = (piece: Piece, wanted: ReadonlySet<string>, lines: Map<string, number>) => {
  const start = pathOf(piece);
  const note = (path: Path, offset: number) => {
    const key = keyOf([...start, ...path]);
    // An order comes before its customer, where only a 0 is left of it.
    if (wanted.has(key) && !lines.has(key)) lines.set(key, piece.placeOf(offset).line);
  };
  // A property gets the line of its name, so only array elements get the lines of their values.
  const noteElement = (path: Path, offset: number) => {
    if (typeof path.at(-1) !== 'string') note(path, offset);
  };
  visit(piece.text, {
    onObjectProperty: (name, offset, _length, _line, _character, path) => note([...path(), name], offset),
    onObjectBegin: (offset, _length, _line, _character, path) => noteElement(path(), offset),
    onArrayBegin: (offset, _length, _line, _character, path) => noteElement(path(), offset),
    onLiteralValue: (_value, offset, _length, _line, _character, path) => noteElement(path(), offset),
  });
};

/**
 * Finds the lines of values in a file. Reads the file once more, so that a file without problems needs no memory for
 * lines.
 *
 * @param chunks valid JSON
 * @param paths the values to find; an absent value gets the line of its closest ancestor
 * @returns a function from a path to its line, counted from 1
 */
export const lineNumbers = async (
  chunks: Chunks,
  paths: readonly Path[],
): Promise<(path: Path) => number> => {
  const wanted = new Set(paths.flatMap(ancestorsOf).map(keyOf));
  const lines = new Map<string, number>();
  for await (const { piece } of split(chunks))
    if (wanted.has(keyOf(pathOf(piece)))) noteLines(piece, wanted, lines);
  return (path) => {
    const known = ancestorsOf(path).find((ancestor) => lines.has(keyOf(ancestor)));
    return (known && lines.get(keyOf(known))) ?? 1;
  };
};
