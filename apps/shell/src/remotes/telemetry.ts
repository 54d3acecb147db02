import { http } from '@portal/api';
import {
  LONGEST_MESSAGE,
  LONGEST_REPORT_MS,
  LONGEST_STACK,
  type LoadReport,
  type RemoteVersion,
} from '@portal/contract';
import { folderOf, isLostChunk } from './federation/load-failure';

/** An event of a version, and the error that was thrown. */
export interface LoadOutcome extends Pick<LoadReport, 'event' | 'cause' | 'durationMs'> {
  error?: unknown;
}

/** Prefers `cause`: in a `LoadFailure`, it is the error that the remote's code threw. */
export const thrownBy = (error: unknown): Pick<LoadReport, 'message' | 'stack'> => {
  const thrown = error instanceof Error && error.cause ? error.cause : error;
  return {
    message: String(thrown).slice(0, LONGEST_MESSAGE),
    ...(thrown instanceof Error && { stack: thrown.stack?.slice(0, LONGEST_STACK) }),
  };
};

/** Reports each event of a version once, so that every browser has the same weight. Never throws. */
export const createTelemetry = () => {
  const sent = new Set<string>();

  return (
    { metadata: { version }, extras: { descriptor, local } }: RemoteVersion,
    { durationMs, error, ...rest }: LoadOutcome,
  ): void => {
    const key = [descriptor.name, version, rest.event, rest.cause === 'thrown' && String(error)].join(' ');
    // Don't report builds from a developer's machine.
    if (local || sent.has(key) || !('sendBeacon' in navigator)) return;
    sent.add(key);
    const report: LoadReport = {
      remote: descriptor.name,
      version,
      ...rest,
      durationMs: Math.min(durationMs, LONGEST_REPORT_MS),
      ...(error !== undefined && thrownBy(error)),
    };
    const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
    navigator.sendBeacon(http.getUri({ url: '/telemetry' }), body);
  };
};

/** Reports errors outside of render, by the version in whose folder the script or the innermost call is. */
export const reportUncaughtErrors = (
  versions: ReadonlySet<RemoteVersion>,
  report: (version: RemoteVersion, outcome: LoadOutcome) => void,
): (() => void) => {
  const take = (error: unknown, filename = ''): void => {
    const place = `${filename}\n${error instanceof Error ? error.stack : ''}`;
    const [thrower] = [...versions]
      .map((version) => ({ version, at: place.indexOf(folderOf(version.url)) }))
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
