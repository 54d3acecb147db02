import { useState, type PropsWithChildren } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router-dom';

/** More failures after one navigation come from something else. */
const MOST_FAILURES = 3;

/**
 * Outlives the parts of remotes in it. Each has a boundary of its own, which catches all of its errors, except those of
 * its clean-up while React removes both. After one, what is left is rendered anew.
 */
export const CleanUpBoundary = ({ children }: PropsWithChildren) => {
  const { key } = useLocation();
  /** The keys of the locations. */
  const [failures, setFailures] = useState<readonly string[]>([]);
  const isBroken = failures.filter((location) => location === key).length >= MOST_FAILURES;
  const onError = (error: unknown) => {
    reportError(error);
    setFailures((before) => [...before, key]);
  };
  return (
    <ErrorBoundary
      key={failures.length}
      onError={onError}
      fallbackRender={({ error }) => {
        if (isBroken) throw error;
        return null;
      }}
    >
      {children}
    </ErrorBoundary>
  );
};
