import { defineCommand, type ArgsDef } from 'citty';
import { findWhatIsMissing, type EmbedFindings, type Finding } from './embed-findings';
import { neededPolicy } from './page-policy';
import { refuseUnknown } from './refuse-unknown';
import { report } from './report';
import { UsageError } from './usage-error';

const EXAMPLE = 'pnpm portal embed-check https://portal.example --origin https://www.acme.example';

const args = {
  url: { type: 'positional', required: false, description: "the portal's own URL" },
  origin: { type: 'string', valueHint: 'origin', description: 'of the site that is to show the portal' },
  page: {
    type: 'string',
    valueHint: 'url',
    description: 'a page of that site, whose Content-Security-Policy is looked at',
  },
  json: { type: 'boolean', default: false, description: 'print one JSON document' },
} as const satisfies ArgsDef;

const readUrl = (text: string | undefined, what: string): URL | undefined => {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`${what} must be a URL: ${EXAMPLE}`);
  const url = new URL(text);
  if (url.username || url.password)
    throw new UsageError(`${what} must be a URL without user name and password, as a script's address is.`);
  return url;
};

const readAsked = (given: {
  url?: string | undefined;
  origin?: string | undefined;
  page?: string | undefined;
}) => {
  const portal = readUrl(given.url, 'The portal');
  if (!portal) throw new UsageError(`Which portal? ${EXAMPLE}`);
  const page = readUrl(given.page, '--page');
  const origin = readUrl(given.origin, '--origin') ?? page;
  return {
    portalUrl: portal.origin + portal.pathname.replace(/\/(?:embed\.js)?$/, ''),
    origin: origin?.origin,
    page: page?.href,
  };
};

const findingText = ({ check, problem }: Finding): string =>
  problem === null ? `✓ ${check}` : `✗ ${check}\n  ${problem}`;

/** The element for that page; `base` is its path, in the letters that an address has, which need no escaping here. */
const elementText = (page: string | undefined): string => {
  const base = page ? new URL(page).pathname.replace(/\/+$/, '') : '';
  return base ? `<customer-portal base="${base}"></customer-portal>` : '<customer-portal></customer-portal>';
};

const scriptText = ({ script, pinned }: EmbedFindings, page: string | undefined): string =>
  [
    'For the page:',
    `  <script src="${script.src}" async></script>`,
    `  ${elementText(page)}`,
    ...(pinned
      ? [
          'Or the version of today, and no other:',
          `  <script src="${pinned.src}"`,
          `    integrity="${pinned.integrity}" crossorigin="anonymous" async></script>`,
        ]
      : []),
  ].join('\n');

/** `portal embed-check URL`: says what a site lacks that is to show the portal. Exit code 1 when it lacks something. */
export const embedCheckCommand = defineCommand({
  meta: { name: 'embed-check', description: 'Say what a site still needs in order to show the portal.' },
  args,
  run: async ({ args: given }) => {
    refuseUnknown(given, args);
    const asked = readAsked(given);
    const found = await findWhatIsMissing(asked);
    const isReady = found.findings.every(({ problem }) => problem === null);
    const policy = neededPolicy(new URL(asked.portalUrl));
    report(given, {
      data: { ...asked, isReady, ...found, policy },
      text: [
        found.findings.map(findingText).join('\n'),
        ...(asked.origin ? [] : ['Add --origin https://… to see whether that site is listed.']),
        scriptText(found, asked.page),
        ...(asked.page
          ? []
          : [`If the page has a Content-Security-Policy, it must allow at least:\n  ${policy}`]),
      ].join('\n\n'),
    });
    if (!isReady) process.exitCode = 1;
  },
});
