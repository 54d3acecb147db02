import { checkEmbedding, type EmbedFindings, type Finding } from './embed-findings';
import { neededPolicy } from './page-policy';
import { UsageError } from './usage-error';
import { defineVerb, JSON_ARG } from './verb';

const EXAMPLE = 'pnpm portal embed-check https://portal.example --origin https://www.acme.example';

const readUrl = (text: string | undefined, label: string): URL | undefined => {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`${label} must be a URL: ${EXAMPLE}`);
  const url = new URL(text);
  if (url.username || url.password)
    throw new UsageError(`${label} must be a URL without user name and password.`);
  return url;
};

const readTargets = (given: {
  url?: string | undefined;
  origin?: string | undefined;
  page?: string | undefined;
}) => {
  const portal = readUrl(given.url, 'The portal');
  if (!portal) throw new UsageError(`Name the portal's URL: ${EXAMPLE}`);
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

/** The element for a page; `base` is its path, percent-encoded, so that it needs no escaping. */
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
          'Or pin the current version:',
          `  <script src="${pinned.src}"`,
          `    integrity="${pinned.integrity}" crossorigin="anonymous" async></script>`,
        ]
      : []),
  ].join('\n');

export const embedCheckVerb = defineVerb({
  name: 'embed-check',
  description: 'List what a site still needs to show the portal; exit code 1 if anything.',
  examples: [
    'embed-check https://portal.example --origin https://www.acme.example',
    'embed-check https://portal.example --page https://www.acme.example/account',
  ],
  args: {
    url: { type: 'positional', required: false, description: "the portal's own URL" },
    origin: { type: 'string', valueHint: 'origin', description: 'the origin of the site to show it in' },
    page: {
      type: 'string',
      valueHint: 'url',
      description: 'a page of that site, to check its Content-Security-Policy',
    },
    ...JSON_ARG,
  },
  run: async (given) => {
    const targets = readTargets(given);
    const found = await checkEmbedding(targets);
    const isReady = found.findings.every(({ problem }) => problem === null);
    const policy = neededPolicy(new URL(targets.portalUrl));
    return {
      data: { ...targets, isReady, ...found, policy },
      text: [
        found.findings.map(findingText).join('\n'),
        ...(targets.origin ? [] : ['Add --origin https://… to check whether that site is listed.']),
        scriptText(found, targets.page),
        ...(targets.page
          ? []
          : [`If the page has a Content-Security-Policy, it must allow at least:\n  ${policy}`]),
      ].join('\n\n'),
      ...(!isReady && { exitCode: 1 }),
    };
  },
});
