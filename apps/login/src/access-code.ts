import { plainText, withAsciiDigits } from '@portal/api';

/** How long a customer may pause before six digits count as the whole code. Other servers' codes may be longer. */
export const SUBMIT_AFTER_MS = 700;

/** Reads the code from a typed or pasted text: six digits, also in groups or a sentence; otherwise all of the text. */
export const readAccessCode = (typed: string): string => {
  const text = withAsciiDigits(plainText(typed));
  const [, first = '', second = ''] =
    /(?:^|[^\p{L}\d])(\d{3})[\s\p{Pd}]?(\d{3})(?![\p{L}\d])/u.exec(text) ?? [];
  return first + second || text.replaceAll(/\s/g, '');
};

/** Whether a typed or pasted text has a complete code, which can be submitted without a press. */
export const isWholeCode = (typed: string): boolean => /^\d{6}$/.test(readAccessCode(typed));
