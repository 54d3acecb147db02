/** A place in a file; line and column count from 1. */
export interface Place {
  line: number;
  column: number;
}

/** A part of a file. `0` stands for each part that was cut out of it. */
export interface Piece {
  /** The index of the customer; undefined for the file itself. */
  row?: number;
  /** The index of the order; undefined for the customer itself. */
  order?: number;
  text: string;
  /** Whether orders were cut out of it. */
  isCut: boolean;
  /** The place in the file of the character at an offset in `text`. */
  placeOf: (offset: number) => Place;
}

/** A piece that is being read. */
interface Draft {
  row?: number;
  order?: number;
  parent: Draft | undefined;
  text: string;
  /**
   * Where the text continues after each cut: offsets in `text`, lines and columns in the file. Flat lists, because a
   * customer can have a hundred thousand orders.
   */
  offsets: number[];
  lines: number[];
  columns: number[];
  /** The number of open brackets. */
  depth: number;
  /** Values at this depth are cut out; 0: none. */
  cutDepth: number;
  /** The number of values that were cut out. */
  cuts: number;
  /** A number, `true`, `false` or `null`: without a closing character, it ends where something else begins. */
  isBare: boolean;
  /** The last string directly inside a customer: its key when a list opens. */
  key: string;
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const NEWLINE = 10;
const SPACE = 32;

const startDraft = (place: Place, parent?: Draft): Draft => ({
  parent,
  text: '',
  offsets: [0],
  lines: [place.line],
  columns: [place.column],
  depth: 0,
  cutDepth: 0,
  cuts: 0,
  isBare: false,
  key: '',
});

const placeIn = ({ text, offsets, lines, columns }: Draft, offset: number): Place => {
  const known = offsets.findLastIndex((start) => start <= offset);
  const since = text.slice(offsets[known], offset);
  const breaks = since.split('\n');
  const line = (lines[known] ?? 1) + breaks.length - 1;
  const before = breaks.length === 1 ? (columns[known] ?? 1) : 1;
  return { line, column: before + (breaks.at(-1)?.length ?? 0) };
};

const pieceOf = (draft: Draft): Piece => ({
  ...(draft.row !== undefined && { row: draft.row }),
  ...(draft.order !== undefined && { order: draft.order }),
  text: draft.text,
  isCut: draft.cuts > 0,
  placeOf: (offset) => placeIn(draft, offset),
});

/**
 * Splits a file into its customers, and these into their orders, so that memory never holds a whole long file, nor a
 * customer with many orders. Recognizes only strings and brackets; the parser checks each piece. Cutting preserves
 * validity: a piece parses exactly if it would parse with its valid parts in place.
 */
export const createSplitter = () => {
  const root = startDraft({ line: 1, column: 1 });
  let draft = root;
  let inString = false;
  let isEscaped = false;
  let line = 1;
  /** Counted from the start of the file, as `chunkStart`. */
  let lineStart = 0;
  let chunkStart = 0;
  /** Where in the chunk the last piece ended. */
  let reached = 0;

  const isCustomer = () => draft.row !== undefined && draft.order === undefined;

  const begin = (at: number, first: number) => {
    const place = { line, column: chunkStart + at - lineStart + 1 };
    const { row } = draft;
    const index = draft.cuts;
    draft = Object.assign(
      startDraft(place, draft),
      row === undefined ? { row: index } : { row, order: index },
      { isBare: first !== OPEN_LIST && first !== OPEN_OBJECT && first !== QUOTE },
    );
  };

  const complete = (at: number): Piece => {
    reached = at;
    const piece = pieceOf(draft);
    const parent = draft.parent ?? root;
    parent.text += '0';
    parent.cuts += 1;
    parent.offsets.push(parent.text.length);
    parent.lines.push(line);
    parent.columns.push(chunkStart + at - lineStart + 1);
    draft = parent;
    return piece;
  };

  const open = (character: number) => {
    const isList = character === OPEN_LIST;
    if (isList && draft === root && draft.depth === 0) draft.cutDepth = 1;
    if (isList && isCustomer() && draft.depth === 1 && draft.key === 'orders') draft.cutDepth = 2;
    draft.depth += 1;
  };

  const close = () => {
    draft.depth -= 1;
    if (draft.depth < draft.cutDepth) draft.cutDepth = 0;
  };

  return {
    /** The pieces that end in the next part of the file. */
    push: function* (chunk: string): Generator<Piece> {
      /** The first character of the chunk that the draft does not contain yet. */
      let from = 0;
      let keyFrom = 0;
      const take = (to: number) => {
        draft.text += chunk.slice(from, to);
        from = to;
      };
      for (let at = 0; at < chunk.length; at++) {
        const character = chunk.charCodeAt(at);
        if (inString) {
          if (isEscaped) isEscaped = false;
          else if (character === BACKSLASH) isEscaped = true;
          else if (character === QUOTE) {
            inString = false;
            if (draft.depth === 1 && isCustomer()) draft.key += chunk.slice(keyFrom, at);
            if (draft.depth === 0 && draft !== root) {
              take(at + 1);
              yield complete(at + 1);
            }
          } else if (character < SPACE) {
            // A closing quote is missing. Yield the piece now, and the parser rejects it. Later, it would contain the
            // rest of the file.
            take(at + 1);
            reached = at + 1;
            yield pieceOf(draft);
          }
          continue;
        }
        const isSpace = character <= SPACE;
        const isEnd = character === CLOSE_LIST || character === CLOSE_OBJECT;
        if (draft.isBare && (isSpace || isEnd || character === COMMA)) {
          take(at);
          yield complete(at);
        }
        if (character === NEWLINE) {
          line += 1;
          lineStart = chunkStart + at + 1;
        }
        if (isSpace) continue;
        const isInList = draft.cutDepth > 0 && draft.depth === draft.cutDepth;
        // A single customer without a list.
        const isOne = draft === root && root.depth + root.cuts === 0 && character === OPEN_OBJECT;
        if (isOne || (isInList && character !== COMMA && !isEnd)) {
          take(at);
          begin(at, character);
        }
        if (character === QUOTE) {
          inString = true;
          keyFrom = at + 1;
          draft.key = '';
        } else if (character === OPEN_LIST || character === OPEN_OBJECT) open(character);
        else if (isEnd) {
          close();
          if (draft.depth === 0 && draft !== root) {
            take(at + 1);
            yield complete(at + 1);
          }
        }
      }
      if (inString && draft.depth === 1 && isCustomer()) draft.key += chunk.slice(keyFrom);
      take(chunk.length);
      chunkStart += chunk.length;
      reached = 0;
    },

    /** The pieces that are not complete, the innermost first; at the end of a file, at least the file itself. */
    rest: (): Piece[] => {
      const pieces: Piece[] = [];
      while (draft !== root) pieces.push(complete(reached));
      return [...pieces, pieceOf(root)];
    },
  };
};
