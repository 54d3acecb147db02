import type { MicroFrontend } from '@portal/contract';
import { useEffect } from 'react';
import { isLostChunk } from '../federation/lost-chunk';
import { NewerVersion } from './newer-version';
import { useRegistry } from './registry-provider';
import { wasReloadedFor } from './reload';
import { RemoteError } from './remote-error';
import { SlotSkeleton } from './slot-skeleton';

/** Gives the slot to the version that is on its way already. */
const NextVersion = ({ reset }: { reset: () => void }) => {
  useEffect(reset, [reset]);
  return <SlotSkeleton />;
};

interface RemoteFailureProps {
  remote: MicroFrontend;
  error: unknown;
  /** Shows the remote's screens again. */
  reset: () => void;
}

/** What follows when a remote could not be loaded or one of its screens threw. */
export const RemoteFailure = ({ remote, error, reset }: RemoteFailureProps) => {
  const { load, startAnew } = useRegistry();
  const { state, version } = load(remote);
  if (state === 'loading' || state === 'loaded') return <NextVersion reset={reset} />;
  if (state === 'shown' && version && isLostChunk(error) && !wasReloadedFor(version))
    return <NewerVersion version={version} />;

  const tryAgain = async () => {
    await startAnew(remote);
    reset();
  };
  return <RemoteError title={remote.extras.descriptor.title} tryAgain={tryAgain} />;
};
