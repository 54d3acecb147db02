import { useState, type PropsWithChildren } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

/**
 * Outlives the parts of remotes in it. Each has a boundary of its own, which catches all of its errors, except those of
 * its clean-up while React removes both. After one, what is left is rendered anew.
 */
export const CleanUpBoundary = ({ children }: PropsWithChildren) => {
  const [failures, setFailures] = useState(0);
  const onError = (error: unknown) => {
    reportError(error);
    setFailures((before) => before + 1);
  };
  return (
    <ErrorBoundary key={failures} onError={onError} fallback={null}>
      {children}
    </ErrorBoundary>
  );
};
