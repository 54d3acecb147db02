import type { RemoteVersion } from '@portal/contract';
import { isLostChunk } from '../federation/load-failure';
import type { Outcome } from './telemetry';

const folderOf = ({ url }: RemoteVersion): string => new URL('.', new URL(url, location.href)).href;

/** Reports errors outside of render, by the version in whose folder the script or the innermost call is. */
export const reportUncaughtErrors = (
  versions: ReadonlySet<RemoteVersion>,
  report: (version: RemoteVersion, outcome: Outcome) => void,
): (() => void) => {
  const take = (error: unknown, filename = ''): void => {
    const place = `${filename}\n${error instanceof Error ? error.stack : ''}`;
    const [thrower] = [...versions]
      .map((version) => ({ version, at: place.indexOf(folderOf(version)) }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => one.at - other.at);
    if (!thrower) return;
    const cause = isLostChunk(error) ? 'chunk' : 'thrown';
    report(thrower.version, { event: 'crashed', cause, error, durationMs: performance.now() });
  };
  const onError = ({ error, filename }: ErrorEvent) => take(error, filename);
  const onRejection = ({ reason }: PromiseRejectionEvent) => take(reason);

  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
};
