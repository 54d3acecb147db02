import { Button, Stack, TextField } from '@portal/theme';
import {
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type InputHTMLAttributes,
  type PropsWithChildren,
  type SubmitEvent,
} from 'react';
import { useI18n } from './texts';
import type { SignInState } from './use-sign-in';

/** A field that must have a value; the browser checks nothing else (specification section 5). Texts are for `i18n.t`. */
export interface RequiredField {
  label: string;
  /** The error for an empty field. */
  missing: string;
  attributes: InputHTMLAttributes<HTMLInputElement>;
}

type RequiredFieldFormProps = PropsWithChildren<{
  field: RequiredField;
  /** The text to start with. */
  text: string;
  onType: (text: string, isByHand: boolean) => void;
  action: string;
  state: Pick<SignInState, 'status' | 'invalid' | 'pending'>;
  call: SignInState['pending'];
  /** The id of the element with the server's error. */
  statusId: string;
  /** Receives the trimmed value, which is never empty. */
  onSubmit: (text: string) => void;
}>;

/**
 * A paste; or a plain event, which browsers and password managers send when they fill a field in. Programs insert the whole
 * text without a key, and press the button next.
 */
const isPasteOrAutofill = ({ nativeEvent }: ChangeEvent): boolean =>
  !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertFromPaste';

/**
 * A required field, `children`, and a submit button. After an error the value is selected, so that typing replaces it. The
 * field keeps its own value: some password managers fill it in without an event.
 */
export const RequiredFieldForm = ({
  field,
  text,
  onType,
  action,
  state: { status, invalid, pending },
  call,
  statusId,
  onSubmit,
  children,
}: RequiredFieldFormProps) => {
  const i18n = useI18n();
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** A keyboard on the screen also "presses" a key when it inserts the code from a text message. */
  const isKeyDown = useRef(false);

  useEffect(() => {
    if (status?.severity !== 'error') return;
    input.current?.focus();
    input.current?.select();
  }, [status]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = input.current?.value.trim();
    setMissing(!value);
    if (value) onSubmit(value);
    else input.current?.focus();
  };

  return (
    // `noValidate`: the browser would also check the format of an address.
    <Stack component="form" noValidate spacing={1} onSubmit={submit}>
      <TextField
        fullWidth
        required
        label={<span>{i18n.t(field.label)}</span>}
        defaultValue={text}
        onKeyDown={() => void (isKeyDown.current = true)}
        onKeyUp={() => void (isKeyDown.current = false)}
        onChange={(event) => {
          setMissing(false);
          onType(event.target.value, isKeyDown.current || isPasteOrAutofill(event));
        }}
        error={missing || invalid}
        // A space reserves the line, so that an error moves nothing.
        helperText={missing ? i18n.t(field.missing) : ' '}
        inputRef={input}
        slotProps={{
          htmlInput: { dir: 'ltr', ...field.attributes, ...(invalid && { 'aria-describedby': statusId }) },
        }}
      />
      {children}
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={pending === call}
        disabled={pending !== null}
        aria-busy={pending === call}
      >
        {action}
      </Button>
    </Stack>
  );
};
