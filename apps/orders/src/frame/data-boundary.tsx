import { useState, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

interface DataBoundaryProps<T> {
  /** From the server, of any shape. */
  data: T;
  /** Data that a working version can show. */
  sample: T;
  /** Takes the place of data that cannot be shown. */
  fallback: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Catches errors that the data causes, for which the shell would blame the version. After an error, it renders
 * `sample`: if that fails too, the version is at fault, and the error goes to the shell.
 */
export const DataBoundary = <T,>({ data, sample, fallback, children }: DataBoundaryProps<T>) => {
  const [fault, setFault] = useState<{ error: unknown }>();
  if (fault) throw fault.error;
  return (
    <ErrorBoundary
      resetKeys={[data]}
      fallbackRender={({ error }) => (
        <>
          <ErrorBoundary fallback={null} onError={() => setFault({ error })}>
            <span hidden>
              <Shown data={sample}>{children}</Shown>
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
