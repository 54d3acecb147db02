/** @jsxRuntime automatic */
import { createContext, use, type ComponentProps, type ReactNode } from 'react';
import type { OperatorRole } from '../../platform/database/schema';
import { mayDo } from './roles';

/** Who reads a page: the token that each of its forms sends, and what they may do. */
export const Reader = createContext<{ csrfToken: string; role: OperatorRole }>({
  csrfToken: '',
  role: 'all',
});

interface FormProps {
  /** The name of the action; its outcome is on the next page. */
  does?: string;
  /** Where another form goes. */
  action?: string;
  /** The text of the button. */
  submit: string;
  /** What it acts on, for the button's name. */
  on?: string | undefined;
  /** Fields that nobody fills in. */
  given?: Record<string, string>;
  isDangerous?: boolean;
  /** Whether it is what the page advises. */
  isPrimary?: boolean;
  children?: ReactNode;
}

/** Fields and a button, which also works without fields; nothing for a role that may not do it. */
export const Form = ({
  does = '',
  action,
  submit,
  on,
  given = {},
  isDangerous,
  isPrimary,
  children,
}: FormProps) => {
  const { csrfToken, role } = use(Reader);
  // Others have no name of work.
  if (does.includes('/') && !mayDo(role, does)) return null;
  return (
    <form method="post" action={action} className={children ? 'fields' : undefined}>
      {Object.entries({ csrf: csrfToken, does, ...given }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <button
        type="submit"
        aria-label={on === undefined ? undefined : `${submit} ${on}`}
        className={[isDangerous && 'danger', isPrimary && 'primary'].filter(Boolean).join(' ') || undefined}
      >
        {submit}
      </button>
    </form>
  );
};

/** A form behind a button, because it asks for something first, or something is lost. @param group of which one is open at a time */
export const FormBehind = ({ group, ...form }: FormProps & { does: string; group: string }) => {
  const { role } = use(Reader);
  if (!mayDo(role, form.does)) return null;
  return (
    <details name={group}>
      <summary
        aria-label={form.on === undefined ? undefined : `${form.submit} ${form.on} …`}
        className={form.isDangerous ? 'danger' : undefined}
      >
        {form.submit}
      </summary>
      <Form {...form} />
    </details>
  );
};

/** @param options the values to choose from; absent: any text */
export const Field = ({
  label,
  options,
  ...input
}: { label: string; options?: readonly string[] } & Pick<
  ComponentProps<'input'>,
  'name' | 'type' | 'defaultValue' | 'required' | 'pattern' | 'autoComplete'
>) => (
  <label>
    {label}
    {options ? (
      <select name={input.name} defaultValue={input.defaultValue}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    ) : (
      <input autoComplete="off" {...input} />
    )}
  </label>
);
