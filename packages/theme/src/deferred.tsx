import { lazy, useState, type ComponentType, type ReactElement } from 'react';

/** React immediately renders a failed component once more, which must not send a new request. */
const PAUSE_AFTER_FAILURE_MS = 1000;

type Part<Name extends string> = Readonly<Record<Name, ComponentType<never>>>;

/** A part of the design that arrives with its first use. @param importPart called again after a failure */
export const deferredPart = <Name extends string>(importPart: () => Promise<Part<Name>>) => {
  let part: Part<Name> | undefined;
  const load = async () => (part = await importPart());

  const component = (name: Name): ((props: object) => ReactElement) => {
    const create = () =>
      lazy(async () => {
        try {
          return { default: (await load())[name] as ComponentType<object> };
        } catch (error) {
          setTimeout(() => (Suspended = create()), PAUSE_AFTER_FAILURE_MS);
          throw error;
        }
      });
    let Suspended = create();
    return (props) => {
      // Keep the type while mounted: another one would remount, and lose state and focus.
      const [Component] = useState(() => (part ? (part[name] as ComponentType<object>) : Suspended));
      return <Component {...props} />;
    };
  };

  return { component, load };
};
