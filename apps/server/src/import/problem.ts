/** The way to a value in the file, as in `[3, 'orders', 0, 'Status']`. */
export type Path = readonly (string | number)[];

/** Something that keeps the file from being loaded. */
export interface Problem {
  path: Path;
  /** What is wrong, and with what, in words for whoever made the file. */
  reason: string;
  /** Where the first of two equal entries stands, when the reason is a repetition. */
  earlier?: Path;
}
