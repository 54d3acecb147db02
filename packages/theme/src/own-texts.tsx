import { Children, type ElementType, type PropsWithChildren, type ReactElement } from 'react';

/**
 * Gives each text inside a component an element of its own. A browser that translates the page replaces text nodes; beside
 * other children, React would go on to change or remove the replaced ones.
 */
export const withOwnTexts =
  (Component: ElementType) =>
  ({ children, ...props }: PropsWithChildren): ReactElement => (
    <Component {...props}>
      {Children.map(children, (child) => (typeof child === 'string' ? <span>{child}</span> : child))}
    </Component>
  );
