import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** The path to a value in a JSON text, such as `[3, 'orders', 0, 'Status']`. */
export type Path = readonly (string | number)[];

/** Why a text is not JSON, and where. */
export interface SyntaxFault {
  line: number;
  column: number;
  reason: string;
}

const sentenceOf = (code: ParseErrorCode): string =>
  `not valid JSON here: ${printParseErrorCode(code)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()}`;

/** Finds the first fault. The messages of JSON.parse differ between Node versions; jsonc-parser's do not. */
const findFault = (text: string): SyntaxFault => {
  const faults: SyntaxFault[] = [];
  visit(
    text,
    {
      onError: (code, _offset, _length, line, column) =>
        faults.push({ line: line + 1, column: column + 1, reason: sentenceOf(code) }),
    },
    { disallowComments: true },
  );
  return faults[0] ?? { line: 1, column: 1, reason: 'not valid JSON' };
};

/**
 * Parses a JSON text.
 * @returns its value, or its first fault; line and column count from 1
 */
export const parseJson = (text: string): { value: unknown } | { fault: SyntaxFault } => {
  if (text.trim() === '') return { fault: { line: 1, column: 1, reason: 'the file is empty' } };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: findFault(text) };
  }
};

const keyOf = (path: Path): string => JSON.stringify(path);

const ancestorsOf = (path: Path): Path[] => path.map((_, depth) => path.slice(0, path.length - depth));

/**
 * Finds the lines of values. Walks the text once without building a tree, so that a large file with one wrong row
 * costs no memory.
 *
 * @param text a valid JSON text
 * @param paths the values to find; an absent value gets the line of its closest ancestor
 * @returns a function from a path to its line, counted from 1
 */
export const lineNumbers = (text: string, paths: readonly Path[]): ((path: Path) => number) => {
  const wanted = new Set(paths.flatMap(ancestorsOf).map(keyOf));
  const lines = new Map<string, number>();
  const note = (path: Path, line: number) => {
    const key = keyOf(path);
    if (wanted.has(key)) lines.set(key, line + 1);
  };
  // A property gets the line of its name, so only array elements get the lines of their values.
  const noteElement = (path: Path, line: number) => {
    if (typeof path.at(-1) === 'number') note(path, line);
  };
  visit(text, {
    onObjectProperty: (name, _offset, _length, line, _character, path) => note([...path(), name], line),
    onObjectBegin: (_offset, _length, line, _character, path) => noteElement(path(), line),
    onArrayBegin: (_offset, _length, line, _character, path) => noteElement(path(), line),
    onLiteralValue: (_value, _offset, _length, line, _character, path) => noteElement(path(), line),
  });
  return (path) => {
    const known = ancestorsOf(path).find((ancestor) => lines.has(keyOf(ancestor)));
    return (known && lines.get(keyOf(known))) ?? 1;
  };
};
