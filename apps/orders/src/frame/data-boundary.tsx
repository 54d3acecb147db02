import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

interface DataBoundaryProps<T> {
  /** From the server, of any shape. */
  data: T;
  /** Takes the place of data that cannot be shown. */
  fallback: ReactNode;
  children: (data: T) => ReactNode;
}

/** Catches the errors that odd data causes, so that the rest of the screen stays. The shell reports them. */
export const DataBoundary = <T,>({ data, fallback, children }: DataBoundaryProps<T>) => (
  <ErrorBoundary resetKeys={[data]} fallback={fallback} onError={(error) => reportError(error)}>
    <Shown data={data}>{children}</Shown>
  </ErrorBoundary>
);

/** Calls `children` inside the boundary. */
const Shown = <T,>({ data, children }: Pick<DataBoundaryProps<T>, 'data' | 'children'>) => children(data);
