import { isLoopback } from '@portal/contract';
import { createHash } from 'node:crypto';
import { askSite, type SiteAnswer } from './ask-site';
import { needsNonce, parsePolicies, policyProblems } from './page-policy';

/** Something that must be so, and what is wrong with it and what to do about that; null when nothing is. */
export interface Finding {
  check: string;
  problem: string | null;
}

/** A script element for a page: one that follows the live version, or one of a single version. */
interface EmbedTag {
  src: string;
  integrity?: string;
}

export interface EmbedFindings {
  findings: Finding[];
  script: EmbedTag;
  /** Absent when there is no script. */
  pinned?: EmbedTag;
}

interface Asked {
  /** Without a slash at the end. */
  portalUrl: string;
  /** The origin of the site that embeds the portal. */
  origin: string | undefined;
  /** A page of that site. */
  page: string | undefined;
}

const finding = (check: string, problem: string | false | null): Finding => ({
  check,
  problem: problem || null,
});

const checkAddress = (portal: URL): Finding =>
  finding(
    "the portal's address is HTTPS, or on this machine",
    portal.protocol === 'http:' &&
      !isLoopback(portal) &&
      'Other sites keep its cookies over HTTPS only. Serve it by HTTPS, and say so in PUBLIC_URL.',
  );

/** A browser that is led to another origin asks it in nobody's name, and a page's policy has to name that one, too. */
const checkPlace = (check: string, asked: string, { url }: SiteAnswer): Finding =>
  finding(
    check,
    url.origin !== new URL(asked).origin && `It leads to ${url.href}. Ask about that address, and use it.`,
  );

/** The address of the one version that was answered with; what is not the portal's own is nothing to recommend. */
const pinnedUrl = ({ headers, url }: SiteAnswer): string | undefined => {
  const location = headers.get('content-location');
  if (location === null || !URL.canParse(location, url.href)) return undefined;
  const pinned = new URL(location, url);
  return pinned.origin === url.origin ? pinned.href : undefined;
};

const checkScript = async (portalUrl: string): Promise<Omit<EmbedFindings, 'script'>> => {
  const src = `${portalUrl}/embed.js`;
  const answer = await askSite(src);
  const check = `${src} is there`;
  if (!answer.ok || !/javascript/.test(answer.headers.get('content-type') ?? ''))
    return {
      findings: [
        finding(
          check,
          `It answers ${answer.status}. Is this the portal's PUBLIC_URL? If it is, publish and promote a shell that has embed.js.`,
        ),
      ],
    };
  const pinned = pinnedUrl(answer);
  return {
    findings: [checkPlace(check, src, answer)],
    ...(pinned && {
      pinned: {
        src: pinned,
        integrity: `sha384-${createHash('sha384').update(answer.content).digest('base64')}`,
      },
    }),
  };
};

const isFor = ({ headers }: SiteAnswer, origin: string): boolean =>
  headers.get('access-control-allow-origin') === origin &&
  headers.get('access-control-allow-credentials') === 'true';

const checkCookies = ({ headers }: SiteAnswer): Finding => {
  const kept = headers.getSetCookie().filter((cookie) => !/;\s*max-age=0/i.test(cookie));
  const bad = kept.filter(
    (cookie) =>
      !['samesite=none', 'secure', 'partitioned'].every((word) => cookie.toLowerCase().includes(word)),
  );
  // A header may hold what a terminal takes for a command.
  const names = bad.map((cookie) => encodeURIComponent(cookie.split('=')[0] ?? '')).join(', ');
  return finding(
    'its cookies are for other sites',
    bad.length > 0 &&
      `${names} lack SameSite=None; Secure; Partitioned. Does a proxy in front of the portal change Set-Cookie?`,
  );
};

const checkPreflight = async (portalUrl: string, origin: string): Promise<Finding> => {
  const answer = await askSite(`${portalUrl}/customer-login/email`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-xsrf-token',
    },
  });
  const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
  return finding(
    'calls that change something are let through',
    !(answer.ok && isFor(answer, origin) && allowed.includes('x-xsrf-token')) &&
      `OPTIONS is answered ${answer.status}, without the portal's own headers. Does a proxy in front of the portal answer OPTIONS by itself? It must pass it on.`,
  );
};

const checkOrigin = async (portalUrl: string, origin: string): Promise<Finding[]> => {
  const answer = await askSite(`${portalUrl}/embed.json`, { headers: { origin } });
  const works = finding(
    'the portal can be shown',
    !answer.ok && `embed.json answers ${answer.status}. /readyz of the portal says what is wrong with it.`,
  );
  if (new URL(portalUrl).origin === origin) return [works];
  const isListed = isFor(answer, origin);
  const listed = finding(
    `${origin} is listed`,
    !isListed && `Whoever runs the portal adds it to EMBED_ORIGINS, and starts the portal again: ${origin}`,
  );
  if (!isListed) return [works, listed];
  return [works, listed, checkCookies(answer), await checkPreflight(portalUrl, origin)];
};

/** The start tags of elements that say something of a policy, or load a script. */
const tagsOf = (html: string): string[] => html.match(/<(?:meta|script)\b[^<>]{0,10000}>/gi) ?? [];

const metaPolicies = (tags: readonly string[]): string[] =>
  tags
    .filter((tag) => /\bhttp-equiv\s*=\s*["']?content-security-policy["'\s/>]/i.test(tag))
    .map((tag) => /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)?.slice(1).join('') ?? '');

const isEmbedScript = (tag: string): boolean =>
  /^<script\b.*\bsrc\s*=\s*["']?[^"'\s>]*\/(?:embed|mount)\.js/is.test(tag);

const checkPage = async (portalUrl: string, page: string): Promise<Finding[]> => {
  const answer = await askSite(page, { headers: { accept: 'text/html' } });
  const tags = tagsOf(answer.content.toString());
  const header = answer.headers.get('content-security-policy');
  const policies = parsePolicies([...(header ? [header] : []), ...metaPolicies(tags)]);
  const problems = policyProblems(policies, { portalUrl: new URL(portalUrl), origin: new URL(page).origin });
  const script = tags.find(isEmbedScript);
  return [
    answer.ok
      ? checkPlace('the page is there', page, answer)
      : finding('the page is there', `${page} answers ${answer.status}.`),
    finding("the page's Content-Security-Policy lets the portal in", problems.join(' ')),
    ...(script && needsNonce(policies)
      ? [
          finding(
            "embed.js's script carries the page's nonce",
            !/\bnonce\s*=/i.test(script) && 'Give the script element the nonce of this answer: nonce="…".',
          ),
        ]
      : []),
  ];
};

/**
 * Looks at everything that a site needs in order to embed a portal, as far as it can be seen from outside.
 * @throws UnreachableError
 */
export const findWhatIsMissing = async ({ portalUrl, origin, page }: Asked): Promise<EmbedFindings> => {
  const { findings, ...pinned } = await checkScript(portalUrl);
  return {
    findings: [
      checkAddress(new URL(portalUrl)),
      ...findings,
      ...(origin ? await checkOrigin(portalUrl, origin) : []),
      ...(page ? await checkPage(portalUrl, page) : []),
    ],
    script: { src: `${portalUrl}/embed.js` },
    ...pinned,
  };
};
