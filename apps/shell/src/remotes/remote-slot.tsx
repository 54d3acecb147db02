import type { MicroFrontend } from '@portal/contract';
import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router-dom';
import { RemoteError } from './remote-error';
import { RemoteScreens } from './remote-screens';
import { SlotSkeleton } from './slot-skeleton';
import { useRegistry } from './registry-provider';

/** The place of one remote: its loading state, its screens, and its failure, which stays in here. */
export const RemoteSlot = ({ remote }: { remote: MicroFrontend }) => {
  const { loader, refresh } = useRegistry();
  const { pathname } = useLocation();
  const { name, title } = remote.extras.descriptor;

  const tryAgain = async (reset: () => void) => {
    loader.forget(remote);
    await refresh();
    reset();
  };

  return (
    <ErrorBoundary
      key={name}
      // One screen that throws does not take the remote's other screens with it.
      resetKeys={[pathname]}
      fallbackRender={({ resetErrorBoundary }) => (
        <RemoteError title={title} tryAgain={() => tryAgain(resetErrorBoundary)} />
      )}
    >
      <Suspense fallback={<SlotSkeleton />}>
        <RemoteScreens remote={remote} />
      </Suspense>
    </ErrorBoundary>
  );
};
