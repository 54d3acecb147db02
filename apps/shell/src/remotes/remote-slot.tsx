import type { MicroFrontend } from '@portal/contract';
import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router-dom';
import { LostParts } from './lost-parts';
import { useRegistry } from './registry-provider';
import { RemoteFailure } from './remote-failure';
import { RemoteScreens } from './remote-screens';
import { SlotSkeleton } from './slot-skeleton';

/** The place of one remote: its loading state, its screens, and its failure, which stays in here. */
export const RemoteSlot = ({ remote }: { remote: MicroFrontend }) => {
  const { load } = useRegistry();
  const { pathname } = useLocation();

  return (
    <ErrorBoundary
      key={remote.extras.descriptor.name}
      // One screen that throws does not take the remote's other screens with it.
      resetKeys={[pathname]}
      onError={(error) => load(remote).threw(error)}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <RemoteFailure remote={remote} error={error} reset={resetErrorBoundary} />
      )}
    >
      <Suspense fallback={<SlotSkeleton />}>
        <RemoteScreens remote={remote} />
      </Suspense>
      <LostParts remote={remote} />
    </ErrorBoundary>
  );
};
