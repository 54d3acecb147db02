import { loadReportSchema } from '@portal/contract';
import * as v from 'valibot';

const sent: Promise<string>[] = [];

/** Gives the browser a `sendBeacon`, which `reports` reads. */
export const listenToBeacons = (): void => {
  sent.length = 0;
  const sendBeacon = (url: string, body: Blob): boolean => {
    sent.push(body.text().then((text) => `${url} ${text}`));
    return true;
  };
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon });
};

/** The reports so far, as `<event> <remote>@<version> <cause>`. */
export const reports = async (): Promise<string[]> => {
  const texts = await Promise.all(sent);
  return texts.map((text) => {
    const [, body = ''] = /^\/telemetry (.*)$/.exec(text) ?? [];
    const { event, remote, version, cause = '' } = v.parse(loadReportSchema, JSON.parse(body));
    return `${event} ${remote}@${version} ${cause}`.trim();
  });
};
