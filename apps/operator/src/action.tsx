import { Alert, Button, Dialog, Stack, Typography, type Outcome } from '@portal/theme';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useId, useState, type ReactNode } from 'react';
import * as v from 'valibot';
import { Form } from './form';
import { doWork, sentence } from './work';

/** Says on the page how an action ended: its row may be gone by then. */
export const Say = createContext<(outcome: Outcome) => void>(() => undefined);

const changeSchema = v.looseObject({
  refusal: v.optional(v.string()),
  warnings: v.optional(v.array(v.string())),
  left: v.optional(v.array(v.object({ id: v.string(), reason: v.string() }))),
});

interface ActionProps {
  label: string;
  /** What it acts on, for the button's name. */
  on?: string;
  work: string;
  given?: object;
  onDone?: (result: object) => void;
  /** The dialog before it: a warning, or the fields of a form. */
  children?: ReactNode;
}

/** A button that changes something, after a dialog if there is something to ask. */
export const Action = ({ label, on = '', work, given, onDone, children }: ActionProps) => {
  const [isOpen, setOpen] = useState(false);
  const say = use(Say);
  const client = useQueryClient();
  const title = useId();
  const name = `${label} ${on}`.trim();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typed: object) => doWork(work, changeSchema, { ...given, ...typed }),
    onSuccess: (result) => {
      const { warnings = [], left = [] } = result;
      const refusal = result.refusal ?? left.map(({ id, reason }) => `${id} is left: ${reason}.`).join(' ');
      setOpen(false);
      if (refusal) return say({ severity: 'error', text: refusal });
      say({ severity: 'success', text: [`${name}: done.`, ...warnings].join(' ') });
      onDone?.(result);
    },
    onError: (failure) => say({ severity: 'error', text: sentence(failure) }),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <>
      <Button
        variant="outlined"
        aria-label={name}
        onClick={() => (children ? setOpen(true) : mutate({}))}
        sx={{ alignSelf: 'start' }}
      >
        {label}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} fullWidth maxWidth="xs" aria-labelledby={title}>
        <Stack spacing={2} sx={{ p: 3 }}>
          <Typography id={title} component="h2" variant="h3">
            {name}
          </Typography>
          <Form submit="Confirm" onSubmit={mutate} isPending={isPending}>
            {children}
            {error && <Alert severity="error">{sentence(error)}</Alert>}
          </Form>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
        </Stack>
      </Dialog>
    </>
  );
};
