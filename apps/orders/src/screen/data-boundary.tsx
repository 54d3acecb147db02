import { useState, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

interface DataBoundaryProps<T> {
  /** From the server, of any shape. */
  data: T;
  /** Data that every version can show. */
  plain: T;
  /** Takes the place of data that cannot be shown. */
  fallback: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Keeps a fault of the data away from the shell, which counts every error that it catches as a fault of this version:
 * it would stop a canary, or show the same order in an older version that cannot show it either. A version that cannot
 * show `plain` either is at fault itself, and the shell gets the error.
 */
export const DataBoundary = <T,>({ data, plain, fallback, children }: DataBoundaryProps<T>) => {
  const [fault, setFault] = useState<{ error: unknown }>();
  if (fault) throw fault.error;
  return (
    <ErrorBoundary
      resetKeys={[data]}
      fallbackRender={({ error }) => (
        <>
          <ErrorBoundary fallback={null} onError={() => setFault({ error })}>
            <span hidden>
              <Shown data={plain}>{children}</Shown>
            </span>
          </ErrorBoundary>
          {fallback}
        </>
      )}
    >
      <Shown data={data}>{children}</Shown>
    </ErrorBoundary>
  );
};

/** Calls `children` inside the boundary. */
const Shown = <T,>({ data, children }: Pick<DataBoundaryProps<T>, 'data' | 'children'>) => children(data);
