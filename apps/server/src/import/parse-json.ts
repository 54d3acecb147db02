import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** A text that is not JSON. */
export interface SyntaxFault {
  line: number;
  column: number;
  reason: string;
}

const sentenceOf = (code: ParseErrorCode): string =>
  `not valid JSON here: ${printParseErrorCode(code)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()}`;

/** JSON.parse does not say where it stopped in words that hold across Node versions; this parser does. */
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
 * Reads a JSON text.
 * @returns its value, or where and why it is not JSON; line and column count from 1
 */
export const parseJson = (text: string): { value: unknown } | { fault: SyntaxFault } => {
  if (text.trim() === '') return { fault: { line: 1, column: 1, reason: 'the file is empty' } };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: findFault(text) };
  }
};
