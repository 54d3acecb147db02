import { http } from '@portal/api';
import type { LoadReport, MicroFrontend } from '@portal/contract';

/** The longest time that a report has room for, in milliseconds. */
const ONE_DAY = 86_400_000;

/**
 * Tells the server what becomes of the versions in this page: each event once per version, so that no browser
 * weighs more than another. It never fails: what the browser does not send is not known.
 */
export const createTelemetry = () => {
  const sent = new Set<string>();

  return (
    { metadata: { version }, extras: { descriptor, local } }: MicroFrontend,
    { durationMs, ...rest }: Omit<LoadReport, 'remote' | 'version'>,
  ): void => {
    const key = `${descriptor.name}@${version} ${rest.event}`;
    // A developer's own machine is nobody's experience.
    if (local || sent.has(key) || !('sendBeacon' in navigator)) return;
    sent.add(key);
    const report: LoadReport = {
      remote: descriptor.name,
      version,
      ...rest,
      durationMs: Math.min(durationMs, ONE_DAY),
    };
    const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
    navigator.sendBeacon(http.getUri({ url: '/telemetry' }), body);
  };
};
