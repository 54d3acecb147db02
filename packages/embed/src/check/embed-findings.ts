import { isLoopback } from '@portal/contract';
import { createHash } from 'node:crypto';
import { askSite, type SiteResponse } from './ask-site';
import { needsNonce, parsePolicies, policyProblems } from './page-policy';

/** One check of an embedding. */
export interface Finding {
  /** The condition that must hold. */
  check: string;
  /** What is wrong and how to fix it; null if the condition holds. */
  problem: string | null;
}

/** A script element for a page. It follows the live version, or pins one by its integrity. */
export interface EmbedTag {
  src: string;
  integrity?: string;
}

export interface EmbedFindings {
  findings: Finding[];
  script: EmbedTag;
  /** Absent if the portal serves no `embed.js`, or no version to pin. */
  pinned?: EmbedTag;
}

interface Targets {
  /** Without a trailing slash. */
  portalUrl: string;
  /** The origin of the site that embeds the portal. */
  origin?: string | undefined;
  /** A page of that site. */
  page?: string | undefined;
}

const finding = (check: string, problem: string | false | null): Finding => ({
  check,
  problem: problem || null,
});

const checkAddress = (portal: URL): Finding =>
  finding(
    'the portal is served by HTTPS, or on this machine',
    portal.protocol === 'http:' &&
      !isLoopback(portal) &&
      'Browsers keep its cookies on other sites over HTTPS only. Serve it by HTTPS, and set PUBLIC_URL.',
  );

/** Refuses redirects to another origin: requests there lose their credentials, and the page's policy must name it too. */
const checkRedirect = (check: string, requested: string, { url }: SiteResponse): Finding =>
  finding(
    check,
    url.origin !== new URL(requested).origin &&
      `It redirects to ${url.href}. Check that address, and use it.`,
  );

/** The address of the answered version, if it is on the portal's own origin. */
const pinnedUrl = ({ headers, url }: SiteResponse): string | undefined => {
  const location = headers.get('content-location');
  if (location === null || !URL.canParse(location, url.href)) return undefined;
  const pinned = new URL(location, url);
  return pinned.origin === url.origin ? pinned.href : undefined;
};

const checkScript = async (portalUrl: string): Promise<Omit<EmbedFindings, 'script'>> => {
  const src = `${portalUrl}/embed.js`;
  const response = await askSite(src);
  const check = `${src} is there`;
  if (!response.ok || !/javascript/.test(response.headers.get('content-type') ?? ''))
    return {
      findings: [
        finding(
          check,
          `It answers ${response.status}. If this is the portal's PUBLIC_URL, publish and promote a shell with embed.js.`,
        ),
      ],
    };
  const pinned = pinnedUrl(response);
  return {
    findings: [checkRedirect(check, src, response)],
    ...(pinned && {
      pinned: {
        src: pinned,
        integrity: `sha384-${createHash('sha384').update(response.content).digest('base64')}`,
      },
    }),
  };
};

const isFor = ({ headers }: SiteResponse, origin: string): boolean =>
  headers.get('access-control-allow-origin') === origin &&
  headers.get('access-control-allow-credentials') === 'true';

/** Over plain HTTP on this machine, pages with the portal's host name are same-site on any port. */
const isSameSite = (portal: URL, site: URL): boolean =>
  portal.protocol === 'http:' && site.protocol === 'http:' && portal.hostname === site.hostname;

const checkCookies = ({ headers }: SiteResponse): Finding => {
  const kept = headers.getSetCookie().filter((cookie) => !/;\s*max-age=0/i.test(cookie));
  const bad = kept.filter(
    (cookie) =>
      !['samesite=none', 'secure', 'partitioned'].every((word) => cookie.toLowerCase().includes(word)),
  );
  // A header may contain control sequences of a terminal.
  const names = bad.map((cookie) => encodeURIComponent(cookie.split('=')[0] ?? '')).join(', ');
  return finding(
    'its cookies work on other sites',
    bad.length > 0 &&
      `${names} lack SameSite=None; Secure; Partitioned. Check whether a proxy in front of the portal changes Set-Cookie.`,
  );
};

const checkPreflight = async (portalUrl: string, origin: string): Promise<Finding> => {
  const response = await askSite(`${portalUrl}/customer-login/email`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-xsrf-token',
    },
  });
  const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
  return finding(
    'calls that change data pass',
    !(response.ok && isFor(response, origin) && allowed.includes('x-xsrf-token')) &&
      `OPTIONS answers ${response.status}, without the portal's CORS headers. Let the proxy in front of the portal forward OPTIONS.`,
  );
};

const checkOrigin = async (portalUrl: string, origin: string): Promise<Finding[]> => {
  const response = await askSite(`${portalUrl}/embed.json`, { headers: { origin } });
  const works = finding(
    'the portal answers',
    !response.ok && `embed.json answers ${response.status}. The portal's /readyz says what is wrong.`,
  );
  if (new URL(portalUrl).origin === origin) return [works];
  const isListed = isFor(response, origin);
  const listed = finding(
    `${origin} is listed`,
    !isListed && `Add it to EMBED_ORIGINS and restart the portal: ${origin}`,
  );
  if (!isListed) return [works, listed];
  const cookies = isSameSite(new URL(portalUrl), new URL(origin)) ? [] : [checkCookies(response)];
  return [works, listed, ...cookies, await checkPreflight(portalUrl, origin)];
};

/** The start tags that may set a policy or load a script. */
const tagsOf = (html: string): string[] => html.match(/<(?:meta|script)\b[^<>]{0,10000}>/gi) ?? [];

const metaPolicies = (tags: readonly string[]): string[] =>
  tags
    .filter((tag) => /\bhttp-equiv\s*=\s*["']?content-security-policy["'\s/>]/i.test(tag))
    .map((tag) => /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)?.slice(1).join('') ?? '');

const isEmbedScript = (tag: string): boolean =>
  /^<script\b.*\bsrc\s*=\s*["']?[^"'\s>]*\/embed\.js/is.test(tag);

const checkPage = async (portalUrl: string, page: string): Promise<Finding[]> => {
  const response = await askSite(page, { headers: { accept: 'text/html' } });
  const tags = tagsOf(response.content.toString());
  const header = response.headers.get('content-security-policy');
  const policies = parsePolicies([...(header ? [header] : []), ...metaPolicies(tags)]);
  const problems = policyProblems(policies, { portalUrl: new URL(portalUrl), origin: new URL(page).origin });
  const script = tags.find(isEmbedScript);
  return [
    response.ok
      ? checkRedirect('the page is there', page, response)
      : finding(
          'the page is there',
          `${page} answers ${response.status}. Check --page; the check is not signed in.`,
        ),
    finding("the page's Content-Security-Policy allows the portal", problems.join(' ')),
    ...(script && needsNonce(policies)
      ? [
          finding(
            "the script of embed.js carries the page's nonce",
            !/\bnonce\s*=/i.test(script) && 'Add the nonce of the page to the script element: nonce="…".',
          ),
        ]
      : []),
  ];
};

/** Checks what a site needs to embed the portal, as far as requests can tell. @throws UnreachableError */
export const checkEmbedding = async ({ portalUrl, origin, page }: Targets): Promise<EmbedFindings> => {
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
