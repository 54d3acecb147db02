/** The result of one check of `portal doctor`. */
export interface Finding {
  check: string;
  /** `note`: works, with something to know. `fix`: does not work for customers. */
  state: 'ok' | 'note' | 'fix';
  /** One line: the state, or the problem and its fix. */
  text: string;
}

/** The results of a check, without those that do not apply. */
export type Findings = readonly (Finding | false | undefined)[];

export const isFinding = (found: Findings[number]): found is Finding => Boolean(found);

const finding =
  (state: Finding['state']) =>
  (check: string, text: string): Finding => ({ check, state, text });

export const ok = finding('ok');
export const note = finding('note');
export const fix = finding('fix');
