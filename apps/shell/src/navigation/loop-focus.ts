import type { KeyboardEvent } from 'react';

const CONTROLS = 'a[href], button:not(:disabled)';

/**
 * Leads the keyboard from the last control of a dialog to its first, and back. MUI's own way listens at the document,
 * which is told nothing of focus that moves within a shadow root.
 */
export const loopFocus = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key !== 'Tab') return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(CONTROLS)];
  const ends = [controls.at(-1), controls[0]];
  const [from, to] = event.shiftKey ? ends.reverse() : ends;
  if (event.target !== from) return;
  event.preventDefault();
  to?.focus();
};
