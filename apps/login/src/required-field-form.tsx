import { Button, Stack, TextField } from '@portal/theme';
import {
  useEffect,
  useRef,
  useState,
  type InputHTMLAttributes,
  type PropsWithChildren,
  type SubmitEvent,
} from 'react';
import type { Status } from './sign-in-state';

/** A field that must not be left empty; nothing else is checked in the browser (specification section 5). */
export interface RequiredField {
  label: string;
  /** What the field says when it was left empty. */
  missing: string;
  attributes: InputHTMLAttributes<HTMLInputElement>;
}

type RequiredFieldFormProps = PropsWithChildren<{
  field: RequiredField;
  /** What stands in the field at first. */
  initial?: string;
  action: string;
  status: Status | null;
  /** This form's call is under way. */
  pending: boolean;
  disabled: boolean;
  /** Takes what was entered, without surrounding blanks, and never empty. */
  onSubmit: (text: string) => void;
}>;

/** One required field and its button; `children` stand between the two. A refused entry is selected, to be typed anew. */
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
  const [attempted, setAttempted] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const entered = text.trim();
  const missing = attempted && entered === '';

  useEffect(() => {
    if (status?.severity !== 'error') return;
    input.current?.focus();
    input.current?.select();
  }, [status]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAttempted(true);
    if (entered) onSubmit(entered);
    else input.current?.focus();
  };

  return (
    // The browser's own check of an address would say more than "required".
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
