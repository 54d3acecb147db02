import { loadReportSchema } from '@portal/contract';
import * as v from 'valibot';

const sent: { url: string; body: Blob }[] = [];

/** Gives the browser a `sendBeacon`, which `beacons` and `reports` read. */
export const listenToBeacons = (): void => {
  sent.length = 0;
  const sendBeacon = (url: string, body: Blob): boolean => sent.push({ url, body }) > 0;
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon });
};

/** The reports so far, with their addresses and types. */
export const beacons = () =>
  Promise.all(
    sent.map(async ({ url, body }) => {
      const report = v.parse(loadReportSchema, JSON.parse(await body.text()));
      return { url, type: body.type, ...report };
    }),
  );

/** The reports so far, as `<event> <remote>@<version> <cause>`. */
export const reports = async (): Promise<string[]> =>
  (await beacons()).map(({ event, remote, version, cause = '' }) =>
    `${event} ${remote}@${version} ${cause}`.trim(),
  );
