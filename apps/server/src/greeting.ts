import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import type { Config } from './config';
import type { Channel } from './customers/contact';
import { contrast, readableColor, SCHEME_SURFACES } from '@portal/contract';
import { channels } from './messages/channels';
import { demoCustomers } from './demo/demo';
import { keyProblem } from './keys';

type Shown = Pick<
  Config,
  | 'apiUpstream'
  | 'baseUrl'
  | 'brand'
  | 'databaseUrl'
  | 'dataDir'
  | 'misspelt'
  | 'publicUrl'
  | 'secretKey'
  | 'smtp'
  | 'twilio'
>;

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

const deliveryLines = (config: Shown, root: string): string[] => {
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

/** WCAG 2.2, 1.4.3. */
const READABLE = 4.5;

/** Warns of brand colors that are unreadable on a light page. On a dark page, every color is lightened. */
const colorWarnings = ({ primaryColor, secondaryColor }: Config['brand']): string[] =>
  Object.entries({ BRAND_PRIMARY_COLOR: primaryColor, BRAND_SECONDARY_COLOR: secondaryColor }).flatMap(
    ([variable, color = '#000']) => {
      const ratio = contrast(color, SCHEME_SURFACES.light);
      return ratio >= READABLE
        ? []
        : `${variable} is too pale for text (contrast ${ratio.toFixed(1)}, needs ${READABLE}). Text uses ${readableColor(color, 'light')} instead.`;
    },
  );

/** What an operator should know after the start, in sentences. @param problem what keeps customers out */
export const warningsOf = (config: Shown, problem: string | undefined): string[] => [
  ...(problem ? [`Not ready: ${problem} Run \`pnpm portal doctor\`.`] : []),
  ...[keyProblem(config) ?? []].flat(),
  ...config.misspelt,
  ...colorWarnings(config.brand),
];

/** The text on the terminal after the start: the URL and how to sign in. */
export const greeting = (config: Shown, { hasDemo, color, root, problem }: Terminal): string => {
  // Since Node 22, `styleText` checks standard output for colors. Skip that: `color` decides.
  const style: Style = (format, text) => (color ? styleText(format, text, { validateStream: false }) : text);
  const lines = [
    '',
    style('bold', `${config.brand.name} Customer Dashboard`),
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
