import { join } from 'node:path';
import type { Config } from '../platform/config/config';
import type { Channel } from '../platform/contact/contact';
import { channels } from './channels';
import type { Driver } from './message';
import { isWatched, terminalDriver, type Terminal } from './terminal';

/** Says that codes would reach nobody: customers use the portal, and nothing sends. Undefined if something does. */
export const sendingProblem = (config: Config): string | undefined => {
  const { publicUrl, databaseUrl, apiUpstream, devServer, printMessages, misspelt } = config;
  const isDemo = !databaseUrl || publicUrl.protocol !== 'https:' || devServer !== undefined || printMessages;
  if (isDemo || apiUpstream || Object.values(channels).some(({ driver }) => driver(config))) return undefined;
  return [
    'Nothing sends codes, so no customer can sign in.',
    ...misspelt,
    'Set SMTP_URL and MAIL_FROM, or the variables of a provider of text messages; PRINT_MESSAGES=true prints codes, for a demo.',
  ].join(' ');
};

interface Configured {
  config: Config;
  log: Terminal['log'];
  /** Where the terminal driver writes; absent: a terminal that somebody reads. */
  print?: ((text: string) => void) | undefined;
}

/** The driver that the environment configures; the terminal stands in for one that it does not. */
export const configuredDriver = (channel: Channel, { config, log, print }: Configured): Driver => {
  const shown = print ?? (isWatched(config) ? console.log : undefined);
  const [directory, host] = [join(config.dataDir, 'outbox'), config.publicUrl.hostname];
  return channels[channel].driver(config) ?? terminalDriver({ channel, directory, host, print: shown, log });
};
