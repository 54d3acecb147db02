import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import type { Config } from './config';
import { demoCustomers } from './demo/demo-data';

type Told = Pick<Config, 'publicUrl' | 'brand' | 'smtp' | 'twilio' | 'apiUpstream' | 'dataDir'>;

interface Surroundings {
  hasDemo: boolean;
  /** Whether the terminal shows colours. */
  color: boolean;
  /** The directory that paths are shown from. */
  root: string;
}

const plain = (text: string): string => text;

const stylesOf = (color: boolean) => ({
  strong: color ? (text: string) => styleText('bold', text) : plain,
  link: color ? (text: string) => styleText(['cyan', 'underline'], text) : plain,
  faint: color ? (text: string) => styleText('dim', text) : plain,
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

const deliveryLines = ({ smtp, twilio, dataDir }: Told, root: string): string[] => {
  const outbox = shortPath(join(dataDir, 'outbox'), root);
  if (smtp && twilio) return ['Codes are sent by mail and text message.'];
  if (smtp) return ['Codes are sent by mail.', `Text messages appear here, and as files in ${outbox}.`];
  if (twilio) return ['Codes are sent by text message.', `Mails appear here, and as files in ${outbox}.`];
  return [`The code appears here, and as a file in ${outbox}.`];
};

const ownLines = (told: Told, { hasDemo, root }: Surroundings, styles: Styles): string[] => [
  ...(hasDemo ? demoLines(styles) : []),
  ...deliveryLines(told, root),
  '',
  `Your own customers  ${styles.strong('pnpm portal import FILE')}`,
];

/** What a started portal says on the terminal: where it is and how to sign in. */
export const greeting = (told: Told, surroundings: Surroundings): string => {
  const styles = stylesOf(surroundings.color);
  const lines = [
    '',
    styles.strong(`${told.brand.name} Customer Dashboard`),
    styles.link(told.publicUrl.href.replace(/\/$/, '')),
    '',
    ...(told.apiUpstream
      ? [`Calls are answered by ${told.apiUpstream.origin}`]
      : ownLines(told, surroundings, styles)),
    `Stop it             ${styles.strong('Ctrl+C')}`,
    '',
  ];
  return lines.map((line) => (line ? `  ${line}` : '')).join('\n');
};
