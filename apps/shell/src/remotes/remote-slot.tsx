import type { MicroFrontend } from '@portal/contract';
import { Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { RemoteError } from './remote-error';
import { forgetRemoteModule } from './remote-modules';
import { RemoteScreens } from './remote-screens';
import { SlotSkeleton } from './slot-skeleton';
import { useRegistry } from './registry-provider';

/** The place of one remote: its loading state, its screens, and its failure, which stays in here. */
export const RemoteSlot = ({ remote }: { remote: MicroFrontend }) => {
  const { refresh } = useRegistry();
  const { name, title } = remote.extras.descriptor;

  const tryAgain = async (reset: () => void) => {
    forgetRemoteModule(name);
    await refresh();
    reset();
  };

  return (
    <ErrorBoundary
      key={name}
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
