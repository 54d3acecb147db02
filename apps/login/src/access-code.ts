import { plainText, withAsciiDigits } from '@portal/api';
import { useEffect, useRef, type ChangeEvent } from 'react';

/** How long a customer may pause before six digits count as the whole code. Other servers' codes may be longer. */
const SUBMIT_AFTER_MS = 700;

/** Reads the code from a typed or pasted text: six digits, also in groups or a sentence; otherwise all of the text. */
export const readAccessCode = (typed: string): string => {
  const text = withAsciiDigits(plainText(typed));
  const [, first = '', second = ''] =
    /(?:^|[^\p{L}\d])(\d{3})[\s\p{Pd}]?(\d{3})(?![\p{L}\d])/u.exec(text) ?? [];
  return first + second || text.replaceAll(/\s/g, '');
};

/**
 * A paste; or a plain event, which browsers and password managers send when they fill a field in. Programs insert the whole
 * text without a key, and press the button next.
 */
const isPasteOrAutofill = ({ nativeEvent }: ChangeEvent): boolean =>
  !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertFromPaste';

/** Submits a field once the customer has entered a whole code, without a press. */
export const useSubmitWholeCode = (submit: (text: string) => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** A keyboard on the screen also "presses" a key when it inserts the code from a text message. */
  const isKeyDown = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  return {
    onType: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      stop();
      const text = event.target.value;
      if (!isKeyDown.current && !isPasteOrAutofill(event)) return;
      if (/^\d{6}$/.test(readAccessCode(text))) timer.current = setTimeout(submit, SUBMIT_AFTER_MS, text);
    },
    onSubmit: (text: string) => {
      stop();
      submit(text);
    },
    keys: {
      onKeyDown: () => void (isKeyDown.current = true),
      onKeyUp: () => void (isKeyDown.current = false),
    },
  };
};
