import { http } from '@portal/api';
import { LONGEST_REPORT_MS, type LoadReport, type MicroFrontend } from '@portal/contract';

/**
 * Creates the function that reports to the server how versions fare in this page. It sends each event once per version,
 * so that every browser has the same weight, and never throws.
 */
export const createTelemetry = () => {
  const sent = new Set<string>();

  return (
    { metadata: { version }, extras: { descriptor, local } }: MicroFrontend,
    { durationMs, ...rest }: Omit<LoadReport, 'remote' | 'version'>,
  ): void => {
    const key = `${descriptor.name}@${version} ${rest.event}`;
    // Don't report builds from a developer's machine.
    if (local || sent.has(key) || !('sendBeacon' in navigator)) return;
    sent.add(key);
    const report: LoadReport = {
      remote: descriptor.name,
      version,
      ...rest,
      durationMs: Math.min(durationMs, LONGEST_REPORT_MS),
    };
    const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
    navigator.sendBeacon(http.getUri({ url: '/telemetry' }), body);
  };
};
