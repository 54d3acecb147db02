import { join } from 'node:path';
import type { Config } from '../config';
import { mailDriver } from './mail';
import { smsDriver } from './sms';
import { terminalDriver } from './terminal';

/** The drivers that the environment names; the terminal stands in for what it does not. */
export const createDrivers = (
  { smtp, twilio, dataDir, publicUrl }: Pick<Config, 'smtp' | 'twilio' | 'dataDir' | 'publicUrl'>,
  print: (text: string) => void,
) => {
  const terminal = { directory: join(dataDir, 'outbox'), host: publicUrl.hostname, print };
  return {
    email: smtp
      ? mailDriver({ ...smtp, host: publicUrl.hostname })
      : terminalDriver({ ...terminal, channel: 'email' }),
    sms: twilio ? smsDriver(twilio) : terminalDriver({ ...terminal, channel: 'sms' }),
  };
};
