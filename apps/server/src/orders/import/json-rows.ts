import { createReadStream } from 'node:fs';
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { errorCode } from '../../platform/config/error-code';

/** A JSON text in parts, as UTF-8. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** An unchecked customer with its orders. */
export interface JsonRow {
  value: unknown;
  line: number;
  /** Where each of its orders begins; empty unless they are a plain list. */
  orderLines: readonly number[];
}

/** Customers that come in no file: each has a line. */
export const rowsOf = (values: readonly unknown[]): JsonRow[] =>
  values.map((value, at) => ({ value, line: at + 1, orderLines: [] }));

/** A text is not JSON, or not a list. The line counts from 1, and so do the bytes of the column. */
export class InvalidJsonError extends Error {
  override readonly name = 'InvalidJsonError';

  constructor(
    readonly line: number,
    readonly column: number,
    readonly reason: string,
  ) {
    super(`line ${line}, column ${column}: ${reason}`);
  }
}

const NEWLINE = 10;

/** Finds the lines of byte offsets, which must not decrease, in the current chunk of a text. */
const createLines = () => {
  let chunk: Buffer = Buffer.of();
  let start = 0;
  let lineStart = 0;
  let line = 1;
  let nextBreak = -1;

  /** A value that began in an earlier chunk has no line break before this one. */
  const lineAt = (offset: number): number => {
    while (nextBreak !== -1 && start + nextBreak < offset) {
      line += 1;
      lineStart = start + nextBreak + 1;
      nextBreak = chunk.indexOf(NEWLINE, nextBreak + 1);
    }
    return line;
  };
  const end = () => start + chunk.length;
  return {
    next: (bytes: Uint8Array) => {
      lineAt(end());
      // The tokenizer does not count a byte order mark.
      start = end() === 0 && bytes[0] === 0xef ? -3 : end();
      chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      nextBreak = chunk.indexOf(NEWLINE);
    },
    lineAt,
    /** @param offset by default, the end of the chunk */
    faultAt: (reason: string, offset = end()) =>
      new InvalidJsonError(lineAt(offset), offset - lineStart + 1, reason),
  };
};

/** How many brackets are open where a customer begins, and an order: the only list inside a customer has them. */
const DEPTH = { customer: 1, order: 3 };

const OPENING = [TokenType.LEFT_BRACKET, TokenType.LEFT_BRACE];
const CLOSING = [TokenType.RIGHT_BRACKET, TokenType.RIGHT_BRACE];

const NOT_UTF8 =
  'not UTF-8: save or send the text as UTF-8 (in PowerShell, Set-Content -Encoding utf8; in editors, "Save as")';

/** Why a parser failed: NUL, þ and ÿ in place of a token are bytes of UTF-16. */
const reasonOf = (error: unknown): string =>
  errorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA' ||
  /^Error: Unexpected "[\0\xfe\xff]"/.test(String(error))
    ? NOT_UTF8
    : 'not valid JSON here';

/**
 * Reads a list of customers one by one, never the whole text at once.
 * @throws InvalidJsonError, and the errors of the text
 */
export const readJsonRows = async function* (chunks: Chunks): AsyncGenerator<JsonRow> {
  const lines = createLines();
  const tokens = new Tokenizer();
  const parser = new TokenParser({ paths: ['$.*'], keepStack: false });
  const open: TokenType[] = [];
  let isEmpty = true;
  let offset = 0;
  let line = 1;
  let orderLines: number[] = [];
  const ready: JsonRow[] = [];

  parser.onValue = ({ value }) => {
    ready.push({ value, line, orderLines });
    orderLines = [];
  };
  const noteLine = (token: TokenType) => {
    if (open.at(-1) !== TokenType.LEFT_BRACKET) return;
    if (token === TokenType.COMMA || CLOSING.includes(token)) return;
    if (open.length === DEPTH.customer) line = lines.lineAt(offset);
    if (open.length === DEPTH.order) orderLines.push(lines.lineAt(offset));
  };
  tokens.onToken = (token) => {
    ({ offset } = token);
    if (isEmpty && token.token !== TokenType.LEFT_BRACKET)
      throw lines.faultAt('the file must be a list of customers in [ ]', offset);
    isEmpty = false;
    noteLine(token.token);
    if (OPENING.includes(token.token)) open.push(token.token);
    else if (CLOSING.includes(token.token)) open.pop();
    parser.write(token);
  };

  const parse = (step: () => void) => {
    try {
      step();
    } catch (error) {
      if (error instanceof InvalidJsonError) throw error;
      const [, position = offset] = /absolute position "(\d+)"/.exec(String(error)) ?? [];
      throw lines.faultAt(reasonOf(error), Number(position));
    }
  };
  for await (const chunk of chunks) {
    lines.next(chunk);
    parse(() => tokens.write(chunk));
    yield* ready.splice(0);
  }
  parse(() => tokens.end());
  if (isEmpty) throw new InvalidJsonError(1, 1, 'the file is empty');
  if (open.length > 0) throw lines.faultAt('a closing bracket is missing');
  yield* ready;
};

const reasons: Record<string, string> = {
  ENOENT: 'no such file. Check the path.',
  EISDIR: 'it is a folder. Name a file in it.',
  EACCES: 'permission denied. Check its permissions.',
};

/** The file to import cannot be read. */
class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  readonly kind = 'unreachable';

  constructor(path: string, cause: unknown) {
    super(`Cannot read ${path}: ${reasons[errorCode(cause) ?? ''] ?? String(cause)}`, { cause });
  }
}

/** Reads a file. @throws UnreadableFileError */
export const readFileParts = async function* (path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (cause) {
    throw new UnreadableFileError(path, cause);
  }
};
