import { visit } from 'jsonc-parser';
import type { Path } from './problem';

const keyOf = (path: Path): string => JSON.stringify(path);

const ancestorsOf = (path: Path): Path[] => path.map((_, depth) => path.slice(0, path.length - depth));

/**
 * Finds the lines on which values stand. The file is walked once without building a tree, so that a large file
 * with one wrong row costs no memory.
 *
 * @param text a valid JSON text
 * @param paths the values looked for; one that is absent is found at what should have held it
 * @returns a function from a path to its line, counted from 1
 */
export const lineNumbers = (text: string, paths: readonly Path[]): ((path: Path) => number) => {
  const wanted = new Set(paths.flatMap(ancestorsOf).map(keyOf));
  const lines = new Map<string, number>();
  const note = (path: Path, line: number) => {
    const key = keyOf(path);
    if (wanted.has(key)) lines.set(key, line + 1);
  };
  // A property is found at its name, so only the elements of arrays are found at their values.
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
