/** @jsxRuntime automatic */
import { createContext, use, type ComponentProps, type ReactNode } from 'react';

/** The token that each form of a page sends. */
export const CsrfToken = createContext('');

interface FormProps {
  /** The name of the action; its outcome is on the same page. */
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
  children?: ReactNode;
}

/** Fields and a button, which also works without fields. */
export const Form = ({ does = '', action, submit, on, given = {}, isDangerous, children }: FormProps) => (
  <form method="post" action={action} className={children ? 'fields' : undefined}>
    {Object.entries({ csrf: use(CsrfToken), does, ...given }).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
    <button
      type="submit"
      aria-label={on === undefined ? undefined : `${submit} ${on}`}
      className={isDangerous ? 'danger' : undefined}
    >
      {submit}
    </button>
  </form>
);

/** A form behind a button, because it asks for something first. @param group of which one is open at a time */
export const FormBehind = ({ group, ...form }: FormProps & { group: string }) => (
  <details name={group}>
    <summary aria-label={form.on === undefined ? undefined : `${form.submit} ${form.on} …`}>
      {form.submit}
    </summary>
    <Form {...form} />
  </details>
);

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
