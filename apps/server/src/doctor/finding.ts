/** What `portal doctor` found out about one part. */
export interface Finding {
  check: string;
  /** `note`: works, and somebody may want to know. `fix`: does not work for customers. */
  state: 'ok' | 'note' | 'fix';
  /** What is there, or what is wrong and how to fix it, in a line. */
  text: string;
}

const finding =
  (state: Finding['state']) =>
  (check: string, text: string): Finding => ({ check, state, text });

export const ok = finding('ok');
export const note = finding('note');
export const fix = finding('fix');
