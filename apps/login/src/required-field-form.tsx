import { Button, Stack, TextField } from '@portal/theme';
import type { Outcome } from '@portal/theme/outcome-alert';
import {
  useEffect,
  useRef,
  useState,
  type InputHTMLAttributes,
  type PropsWithChildren,
  type SubmitEvent,
} from 'react';

/** A field that must have a value; the browser checks nothing else (specification section 5). */
export interface RequiredField {
  label: string;
  /** The error for an empty field. */
  missing: string;
  attributes: InputHTMLAttributes<HTMLInputElement>;
}

type RequiredFieldFormProps = PropsWithChildren<{
  field: RequiredField;
  /** The field's initial value. */
  initial?: string;
  action: string;
  status: Outcome | null;
  /** Whether this form's call is pending. */
  pending: boolean;
  disabled: boolean;
  /** Receives the trimmed value, which is never empty. */
  onSubmit: (text: string) => void;
}>;

/** A required field, `children`, and a submit button. After an error the value is selected, so that typing replaces it. */
export const RequiredFieldForm = ({
  field,
  initial = '',
  action,
  status,
  pending,
  disabled,
  onSubmit,
  children,
}: RequiredFieldFormProps) => {
  const [text, setText] = useState(initial);
  const [submitted, setSubmitted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const value = text.trim();
  const missing = submitted && value === '';

  useEffect(() => {
    if (status?.severity !== 'error') return;
    input.current?.focus();
    input.current?.select();
  }, [status]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    if (value) onSubmit(value);
    else input.current?.focus();
  };

  return (
    // `noValidate`: the browser would also check the format of an address.
    <Stack component="form" noValidate spacing={2} onSubmit={submit}>
      <TextField
        fullWidth
        required
        label={field.label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={missing}
        helperText={missing && field.missing}
        inputRef={input}
        slotProps={{ htmlInput: { dir: 'ltr', ...field.attributes } }}
      />
      {children}
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        loading={pending}
        disabled={disabled}
        aria-busy={pending}
      >
        {action}
      </Button>
    </Stack>
  );
};
