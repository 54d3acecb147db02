import { checkEmbedding, type EmbedFindings, type EmbedTag, type Finding } from './embed-findings';
import { neededPolicy } from './page-policy';

/** The command line is invalid. The message says how to fix it. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The arguments of `embed-check`. */
export interface EmbedCheckArgs {
  url?: string | undefined;
  origin?: string | undefined;
  page?: string | undefined;
  pin?: boolean | undefined;
}

/** The result of a check. */
export interface EmbedCheckReport {
  /** For programs. */
  data: unknown;
  /** For people. */
  text: string;
  /** 1 if something is missing. */
  exitCode?: 1;
}

const EXAMPLE = 'embed-check https://portal.example --origin https://www.acme.example';

const readUrl = (text: string | undefined, label: string): URL | undefined => {
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`${label} must be a URL: ${EXAMPLE}`);
  const url = new URL(text);
  if (url.username || url.password)
    throw new UsageError(`${label} must be a URL without user name and password.`);
  return url;
};

const readTargets = (given: EmbedCheckArgs) => {
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

const pinnedText = ({ src, integrity }: EmbedTag, indent = ''): string =>
  `${indent}<script src="${src}"\n${indent}  integrity="${integrity}" crossorigin="anonymous" async></script>`;

const scriptText = ({ script, pinned }: EmbedFindings, page: string | undefined): string =>
  [
    'For the page:',
    `  <script src="${script.src}" async></script>`,
    `  ${elementText(page)}`,
    ...(pinned ? ['Or pin the current version:', pinnedText(pinned, '  ')] : []),
  ].join('\n');

const pinReport = ({ findings, pinned }: EmbedFindings): EmbedCheckReport => {
  if (pinned) return { data: pinned, text: pinnedText(pinned) };
  const bad = findings.filter(({ problem }) => problem !== null);
  return {
    data: { findings: bad },
    text: [...bad.map(findingText), 'There is no version to pin.'].join('\n'),
    exitCode: 1,
  };
};

/** Checks what a site still needs, or with `pin`, finds the live version. @throws UsageError, UnreachableError */
export const embedCheck = async (given: EmbedCheckArgs): Promise<EmbedCheckReport> => {
  const targets = readTargets(given);
  if (given.pin) return pinReport(await checkEmbedding({ portalUrl: targets.portalUrl }));
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
};
