import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';

/** A JSON text in parts, as UTF-8. */
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A place in a text; line and column count from 1. */
interface Place {
  line: number;
  column: number;
}

/** An unchecked customer with its orders. */
export interface JsonRow {
  value: unknown;
  /** Where it begins, counted from 1. */
  line: number;
  /** Where each of its orders begins; empty unless they are a plain list. */
  orderLines: readonly number[];
}

/** A text is not JSON. */
export class InvalidJsonError extends Error {
  override readonly name = 'InvalidJsonError';

  constructor(
    readonly place: Place,
    readonly reason = 'not valid JSON here',
  ) {
    super(`line ${place.line}, column ${place.column}: ${reason}`);
  }
}

/** The text is JSON, but not a list. */
export class NotAListError extends Error {
  override readonly name = 'NotAListError';

  constructor() {
    super('the file must be a list of customers in [ ]');
  }
}

const NEWLINE = 10;

/** Finds the places of byte offsets in the current chunk of a text. */
const createPlaces = () => {
  let chunk: Buffer = Buffer.of();
  /** The offset and the place of the chunk's first byte. */
  let start = 0;
  let first: Place = { line: 1, column: 1 };
  /** The number of line breaks that were counted in the chunk, and where the next one is. */
  let breaks = 0;
  let nextBreak = -1;

  const placeAt = (offset: number): Place => {
    const lines = chunk.toString('utf8', 0, offset - start).split('\n');
    const before = lines.length === 1 ? first.column : 1;
    return { line: first.line + lines.length - 1, column: before + (lines.at(-1)?.length ?? 0) };
  };
  return {
    next: (bytes: Uint8Array) => {
      first = placeAt(start + chunk.length);
      start += chunk.length;
      chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      breaks = 0;
      nextBreak = chunk.indexOf(NEWLINE);
    },
    placeAt,
    endPlace: () => placeAt(start + chunk.length),
    /** Offsets must not decrease. A value from an earlier chunk has no line break before this one. */
    lineAt: (offset: number): number => {
      while (nextBreak !== -1 && start + nextBreak < offset) {
        nextBreak = chunk.indexOf(NEWLINE, nextBreak + 1);
        breaks += 1;
      }
      return first.line + breaks;
    },
  };
};

const OPENING = [TokenType.LEFT_BRACKET, TokenType.LEFT_BRACE];
const CLOSING = [TokenType.RIGHT_BRACKET, TokenType.RIGHT_BRACE];

/**
 * Reads a list of customers one by one, never the whole text at once.
 * @param mayBeOne whether it may also be a single customer, without a list
 * @throws InvalidJsonError, NotAListError, and the errors of the text
 */
export const readJsonRows = async function* (
  chunks: Chunks,
  { mayBeOne = false } = {},
): AsyncGenerator<JsonRow> {
  const places = createPlaces();
  const tokens = new Tokenizer();
  let parser: TokenParser | undefined;
  /** The brackets around the next token. */
  const open: TokenType[] = [];
  /** How many of them are around a customer. */
  let rowDepth = 0;
  let offset = 0;
  let line = 1;
  let orderLines: number[] = [];
  const ready: JsonRow[] = [];

  const startParser = (isList: boolean) => {
    if (!isList && !mayBeOne) throw new NotAListError();
    rowDepth = isList ? 1 : 0;
    const started = new TokenParser({ paths: [isList ? '$.*' : '$'], keepStack: false });
    started.onValue = ({ value }) => {
      ready.push({ value, line, orderLines });
      orderLines = [];
    };
    return started;
  };
  const noteLine = (token: TokenType) => {
    if (open.length > 0 && open.at(-1) !== TokenType.LEFT_BRACKET) return;
    if (token === TokenType.COMMA || CLOSING.includes(token)) return;
    if (open.length === rowDepth) line = places.lineAt(offset);
    // The only list inside a customer has the orders.
    else if (open.length === rowDepth + 2) orderLines.push(places.lineAt(offset));
  };
  tokens.onToken = (token) => {
    ({ offset } = token);
    parser ??= startParser(token.token === TokenType.LEFT_BRACKET);
    noteLine(token.token);
    if (OPENING.includes(token.token)) open.push(token.token);
    else if (CLOSING.includes(token.token)) open.pop();
    parser.write(token);
  };

  const parse = (step: () => void) => {
    try {
      step();
    } catch (error) {
      if (!(error instanceof Error) || error instanceof NotAListError) throw error;
      const [, position] = /absolute position "(\d+)"/.exec(error.message) ?? [];
      throw new InvalidJsonError(places.placeAt(position === undefined ? offset : Number(position)));
    }
  };
  for await (const chunk of chunks) {
    places.next(chunk);
    parse(() => tokens.write(chunk));
    yield* ready.splice(0);
  }
  parse(() => tokens.end());
  if (parser === undefined) throw new InvalidJsonError({ line: 1, column: 1 }, 'the file is empty');
  if (open.length > 0) throw new InvalidJsonError(places.endPlace(), 'a closing bracket is missing');
  yield* ready;
};
