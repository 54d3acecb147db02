import { serverMessage } from '@portal/api';
import { Alert, Button, Dialog, Stack, TextField, Typography, type Outcome } from '@portal/theme';
import { useMutation } from '@tanstack/react-query';
import { createContext, use, useId, useState, type SyntheticEvent } from 'react';
import { change, type Fields } from './calls';

/** Says on the page how an action ended: its row may be gone by then. */
export const Say = createContext<(outcome: Outcome) => void>(() => undefined);

/** What went wrong, in the server's words. */
export const sentence = (error: Error): string =>
  serverMessage(error) ?? 'The portal did not answer. Load the page again to see what happened.';

interface Field {
  name: string;
  label: string;
  value?: string;
  type?: 'number' | 'list';
  options?: readonly string[];
  optional?: boolean;
}

interface ActionProps {
  label: string;
  /** What it acts on, for the button's name. */
  on?: string;
  work: string;
  given?: object;
  /** Asked in a dialog, as is `warning`. */
  fields?: readonly Field[];
  warning?: string;
  onDone?: (result: Fields) => string;
}

const valueOf = (value: string, type: Field['type']) =>
  type === 'number' ? Number(value) : type === 'list' ? value.split(/[\s,]+/).filter(Boolean) : value;

/** A button that changes something, after a dialog if there is something to ask. */
export const Action = ({ label, on, work, given, fields = [], warning, onDone }: ActionProps) => {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const title = useId();
  const say = use(Say);
  const name = on ? `${label} ${on}` : label;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (asked: object) => change(work, { ...given, ...asked }),
    onSuccess: (result, _asked, _kept, { client }) => {
      setOpen(false);
      const { refusal } = result;
      if (typeof refusal === 'string') say({ severity: 'error', text: refusal });
      else say({ severity: 'success', text: onDone?.(result) ?? `${name}: done.` });
      return client.invalidateQueries();
    },
    onError: (failure) => say({ severity: 'error', text: sentence(failure) }),
  });
  const asks = fields.length > 0 || warning !== undefined;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const asked = fields.map(({ name: key, type, value = '' }) => [key, typed[key] ?? value, type] as const);
    const filled = asked.filter(([, value]) => value !== '');
    mutate(Object.fromEntries(filled.map(([key, value, type]) => [key, valueOf(value, type)])));
  };
  return (
    <>
      <Button variant="outlined" aria-label={name} onClick={() => (asks ? setOpen(true) : mutate({}))}>
        {label}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} fullWidth maxWidth="xs" aria-labelledby={title}>
        <Stack component="form" onSubmit={submit} spacing={2} sx={{ p: 3 }}>
          <Typography id={title} component="h2" variant="h3">
            {name}
          </Typography>
          {warning && <Typography>{warning}</Typography>}
          {fields.map(({ name: key, label: text, value = '', type, options, optional }) => (
            <TextField
              key={key}
              label={text}
              value={typed[key] ?? value}
              onChange={({ target }) => setTyped({ ...typed, [key]: target.value })}
              required={!optional}
              type={type === 'number' ? 'number' : 'text'}
              select={options !== undefined}
              slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            >
              {options?.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </TextField>
          ))}
          {error && <Alert severity="error">{sentence(error)}</Alert>}
          <Button type="submit" variant="contained" loading={isPending}>
            Confirm
          </Button>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
        </Stack>
      </Dialog>
    </>
  );
};
