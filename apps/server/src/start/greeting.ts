import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import { version } from '../../package.json';
import type { Config } from '../platform/config/config';
import type { Channel } from '../platform/contact/contact';
import { channels } from '../messages/channels';
import { demoCustomers } from '../orders/demo/demo-customers';
import { keyProblem } from '../platform/crypto/keys';

interface Terminal {
  hasDemo: boolean;
  /** Whether the terminal shows colors. */
  color: boolean;
  /** The base of the printed paths. */
  root: string;
  /** What keeps the portal from serving customers. */
  problem: string | undefined;
}

type Style = (format: 'bold' | 'dim' | 'underline', text: string) => string;

const widest = Math.max(...demoCustomers.map(({ contact }) => contact.length));

const demoLines = (style: Style): string[] => [
  'Sign in as a demo customer',
  ...demoCustomers.map(
    ({ contact, shows }) => `  ${style('bold', contact.padEnd(widest))}  ${style('dim', shows)}`,
  ),
  '',
];

const shortPath = (path: string, root: string): string => {
  const short = relative(root, path);
  return short.startsWith('..') ? path : short;
};

const deliveryLines = (config: Config, root: string): string[] => {
  const outbox = shortPath(join(config.dataDir, 'outbox'), root);
  const isSent = ({ driver }: (typeof channels)[Channel]) => driver(config) !== undefined;
  const sent = Object.values(channels).filter(isSent);
  const [shown] = Object.values(channels).filter((channel) => !isSent(channel));
  if (sent.length === 0) return [`The code appears here, and as a file in ${outbox}.`];
  return [
    `Codes are sent by ${sent.map(({ noun }) => noun).join(' and ')}.`,
    ...(shown ? [`A ${shown.noun} appears here, and as a file in ${outbox}.`] : []),
  ];
};

/** What an operator should know after the start, in sentences. @param problem what keeps customers out */
export const warningsOf = (config: Config, problem: string | undefined): string[] => [
  ...(problem ? [`Not ready: ${problem} Run \`pnpm portal doctor\`.`] : []),
  ...[keyProblem(config) ?? []].flat(),
  ...config.misspelt,
];

/** The text on the terminal after the start: the URL and how to sign in. */
export const greeting = (config: Config, { hasDemo, color, root, problem }: Terminal): string => {
  // Since Node 22, `styleText` checks standard output for colors. Skip that: `color` decides.
  const style: Style = (format, text) => (color ? styleText(format, text, { validateStream: false }) : text);
  const lines = [
    '',
    `${style('bold', `${config.brand.name} Customer Dashboard`)}  ${style('dim', `portal ${version}`)}`,
    style('underline', config.baseUrl),
    '',
    ...(config.apiUpstream
      ? [`${config.apiUpstream.origin} answers the calls`]
      : [
          ...(hasDemo ? demoLines(style) : []),
          ...deliveryLines(config, root),
          '',
          `Your own customers  ${style('bold', 'pnpm portal import FILE')}`,
        ]),
    ...warningsOf(config, problem).flatMap((warning) => [warning, '']),
    `Stop it             ${style('bold', 'Ctrl+C')}`,
    '',
  ];
  return lines.map((line) => (line ? `  ${line}` : '')).join('\n');
};
