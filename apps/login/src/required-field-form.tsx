import { Button, Stack, TextField, type Outcome } from '@portal/theme';
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
  onType: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  action: string;
  status: Outcome | null;
  /** Whether the server's error is about the value. */
  invalid: boolean;
  /** Whether the server is asked for this, or for something else. */
  isPending: boolean;
  disabled: boolean;
  /** The id of the element with the server's error. */
  statusId: string;
  /** Receives the trimmed value, which is never empty. */
  onSubmit: (text: string) => void;
}>;

/**
 * A required field, `children`, and a submit button. After an error the value is selected, so that typing replaces it. The
 * field keeps its own value: some password managers fill it in without an event.
 */
export const RequiredFieldForm = ({
  field,
  text,
  onType,
  action,
  status,
  invalid,
  isPending,
  disabled,
  statusId,
  onSubmit,
  children,
}: RequiredFieldFormProps) => {
  const i18n = useI18n();
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);

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
        onChange={(event) => {
          setMissing(false);
          onType(event);
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
        loading={isPending}
        disabled={disabled}
        aria-busy={isPending}
        // The second press of a double click on "Send Code" may meet the button of step 2.
        onClick={(event) => {
          if (event.detail > 1) event.preventDefault();
        }}
      >
        {action}
      </Button>
    </Stack>
  );
};
