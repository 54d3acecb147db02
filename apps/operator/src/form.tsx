import { Button, Stack } from '@portal/theme';
import type { ReactNode, SyntheticEvent } from 'react';

interface FormProps {
  /** The text of the button. */
  submit: string;
  /** @param typed by the names of the fields, without empty ones */
  onSubmit: (typed: Record<string, string | number>) => void;
  isPending?: boolean;
  children: ReactNode;
}

/** Fields and a button. */
export const Form = ({ submit, onSubmit, isPending = false, children }: FormProps) => {
  const read = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('[name]')];
    const typed = fields
      .filter(({ value }) => value !== '')
      .map(({ name, type, value }) => [name, type === 'number' ? Number(value) : value.trim()] as const);
    onSubmit(Object.fromEntries(typed));
  };
  return (
    <Stack component="form" onSubmit={read} spacing={2} sx={{ maxInlineSize: 400 }}>
      {children}
      <Button type="submit" variant="contained" loading={isPending}>
        {submit}
      </Button>
    </Stack>
  );
};
