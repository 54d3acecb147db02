import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import type { Config } from './config';
import type { Channel } from './customers/contact';
import { contrast, readableColor, SCHEME_SURFACES } from '@portal/contract';
import { channels } from './messages/channels';
import { demoCustomers } from './demo/demo-data';
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

interface Surroundings {
  hasDemo: boolean;
  /** Whether the terminal shows colors. */
  color: boolean;
  /** The base of the printed paths. */
  root: string;
  /** What keeps the portal from serving customers. */
  problem: string | undefined;
}

const plain = (text: string): string => text;

/** Since Node 22, `styleText` checks standard output for colors. Skip that: `color` decides. */
const unconditional = { validateStream: false };

const stylesOf = (color: boolean) => ({
  strong: color ? (text: string) => styleText('bold', text, unconditional) : plain,
  link: color ? (text: string) => styleText(['cyan', 'underline'], text, unconditional) : plain,
  faint: color ? (text: string) => styleText('dim', text, unconditional) : plain,
});

type Styles = ReturnType<typeof stylesOf>;

const widest = Math.max(...demoCustomers.map(({ contact }) => contact.length));

const demoLines = ({ strong, faint }: Styles): string[] => [
  'Sign in as a demo customer',
  ...demoCustomers.map(({ contact, shows }) => `  ${strong(contact.padEnd(widest))}  ${faint(shows)}`),
  '',
];

const shortPath = (path: string, root: string): string => {
  const short = relative(root, path);
  return short.startsWith('..') ? path : short;
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const deliveryLines = (config: Shown, root: string): string[] => {
  const outbox = shortPath(join(config.dataDir, 'outbox'), root);
  const isConfigured = ({ driver }: (typeof channels)[Channel]) => driver(config) !== undefined;
  const sent = Object.values(channels).filter(isConfigured);
  const shown = Object.values(channels).filter((channel) => !isConfigured(channel));
  if (sent.length === 0) return [`The code appears here, and as a file in ${outbox}.`];
  const plurals = shown.map(({ noun }) => `${noun}s`).join(' and ');
  return [
    `Codes are sent by ${sent.map(({ noun }) => noun).join(' and ')}.`,
    ...(shown.length > 0 ? [`${capitalized(plurals)} appear here, and as files in ${outbox}.`] : []),
  ];
};

const ownLines = (config: Shown, { hasDemo, root }: Surroundings, styles: Styles): string[] => [
  ...(hasDemo ? demoLines(styles) : []),
  ...deliveryLines(config, root),
  '',
  `Your own customers  ${styles.strong('pnpm portal import FILE')}`,
];

/** WCAG 2.2, 1.4.3. */
const READABLE = 4.5;

/** Warns of brand colors that are unreadable on a light page. On a dark page, every color is lightened. */
const colorWarnings = ({ primaryColor, secondaryColor }: Config['brand']): string[] =>
  Object.entries({ BRAND_PRIMARY_COLOR: primaryColor, BRAND_SECONDARY_COLOR: secondaryColor }).flatMap(
    ([variable, color]) =>
      color && contrast(color, SCHEME_SURFACES.light) < READABLE
        ? [
            `${variable} is too pale for text (contrast ${contrast(color, SCHEME_SURFACES.light).toFixed(1)}, needs ${READABLE}). Text uses ${readableColor(color, 'light')} instead.`,
          ]
        : [],
  );

/** What an operator should know after the start, in sentences. @param problem what keeps customers out */
export const warningsOf = (config: Shown, problem: string | undefined): string[] => [
  ...(problem ? [`Not ready: ${problem} Run \`pnpm portal doctor\`.`] : []),
  ...[keyProblem(config) ?? []].flat(),
  ...config.misspelt,
  ...colorWarnings(config.brand),
];

/** The text on the terminal after the start: the URL and how to sign in. */
export const greeting = (config: Shown, surroundings: Surroundings): string => {
  const styles = stylesOf(surroundings.color);
  const lines = [
    '',
    styles.strong(`${config.brand.name} Customer Dashboard`),
    styles.link(config.baseUrl),
    '',
    ...(config.apiUpstream
      ? [`${config.apiUpstream.origin} answers the calls`]
      : ownLines(config, surroundings, styles)),
    ...warningsOf(config, surroundings.problem).flatMap((warning) => [warning, '']),
    `Stop it             ${styles.strong('Ctrl+C')}`,
    '',
  ];
  return lines.map((line) => (line ? `  ${line}` : '')).join('\n');
};
