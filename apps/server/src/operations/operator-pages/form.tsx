/** @jsxRuntime automatic */
import { createContext, use, type ComponentProps, type ReactNode } from 'react';
import type { OperatorRole } from '../../platform/database/schema';
import { mayDo } from './roles';

/** What a form sends. */
export type Fields = Record<string, string>;

/** Who reads a page: the token that each of its forms sends, what they may do, and what they sent in vain. */
export const Reader = createContext<{
  csrfToken: string;
  role: OperatorRole;
  refused?: Fields | undefined;
}>({ csrfToken: '', role: 'all' });

/** What the fields of a form that was refused were filled in with. */
const Kept = createContext<Fields | undefined>(undefined);

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
  given?: Fields;
  isDangerous?: boolean;
  /** Whether it is what the page advises. */
  isPrimary?: boolean;
  children?: ReactNode;
}

/** What a form was sent with, if it was this one that was refused. */
const keptIn = ({ does = '', given = {} }: FormProps, refused: Fields = {}): Fields | undefined =>
  Object.entries({ does, ...given }).every(([name, value]) => refused[name] === value) ? refused : undefined;

/** Fields and a button, which also works without fields; nothing for a role that may not do it. */
export const Form = (form: FormProps) => {
  const { does = '', action, submit, on, given = {}, isDangerous, isPrimary, children } = form;
  const { csrfToken, role, refused } = use(Reader);
  // Others have no name of work.
  if (does.includes('/') && !mayDo(role, does)) return null;
  return (
    <form method="post" action={action} className={children ? 'fields' : undefined}>
      {Object.entries({ csrf: csrfToken, does, ...given }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Kept value={keptIn(form, refused)}>{children}</Kept>
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
  const { role, refused } = use(Reader);
  if (!mayDo(role, form.does)) return null;
  return (
    <details name={group} open={keptIn(form, refused) !== undefined}>
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
}: { label: string; name: string; options?: readonly string[] } & Pick<
  ComponentProps<'input'>,
  'type' | 'defaultValue' | 'required' | 'pattern' | 'min' | 'max' | 'autoComplete'
>) => {
  const kept = use(Kept);
  const defaultValue = kept ? (kept[input.name] ?? '') : input.defaultValue;
  return (
    <label>
      {label}
      {options ? (
        <select name={input.name} defaultValue={defaultValue}>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input autoComplete="off" {...input} defaultValue={defaultValue} />
      )}
    </label>
  );
};
