/** What a page's Content-Security-Policy says, directive by directive. */
type Policy = ReadonlyMap<string, readonly string[]>;

/** The page, and the portal that stands in it. */
interface Embedding {
  portalUrl: URL;
  /** The page's own origin. */
  origin: string;
}

/**
 * Parses policies as browsers do: a comma begins another one, and of two directives of one name the first counts
 * (Content Security Policy Level 3, section 2.2).
 * @param headers the values of the headers and `meta` elements
 */
export const parsePolicies = (headers: readonly string[]): Policy[] =>
  headers
    .flatMap((header) => header.split(','))
    .filter((policy) => policy.trim() !== '')
    .map((policy) => {
      const directives = policy
        .split(';')
        .map((directive) => directive.trim().split(/\s+/))
        .map(([name = '', ...sources]) => [name.toLowerCase(), sources] as const);
      return new Map(directives.filter(([name]) => name !== '').reverse());
    });

/** The first directive that is there decides; undefined when all is allowed. */
const sourcesOf = (policy: Policy, ...directives: string[]): readonly string[] | undefined =>
  [...directives, 'default-src'].map((name) => policy.get(name)).find(Boolean);

const HOST =
  /^(?:(?<scheme>[a-z][a-z\d+.-]*):\/\/)?(?<host>\*|(?:\*\.)?[\w.-]+)(?::(?<port>\d+|\*))?(?:\/.*)?$/i;
const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** Plain HTTP in a policy stands for HTTPS, too. */
const isScheme = (scheme: string, url: URL): boolean =>
  url.protocol === scheme || (scheme === 'http:' && url.protocol === 'https:');

const isHost = (pattern: string, { hostname }: URL): boolean =>
  pattern === '*' || (pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern);

const names = (source: string, { portalUrl, origin }: Embedding): boolean => {
  const written = source.toLowerCase();
  if (written === "'self'") return portalUrl.origin === origin;
  if (/^[a-z][a-z\d+.-]*:$/.test(written)) return isScheme(written, portalUrl);
  const { scheme, host, port } = HOST.exec(written)?.groups ?? {};
  if (host === undefined) return false;
  const own = portalUrl.port || PORTS[portalUrl.protocol];
  return (
    isHost(host, portalUrl) &&
    isScheme(scheme ? `${scheme}:` : new URL(origin).protocol, portalUrl) &&
    (port === '*' || (port ?? PORTS[portalUrl.protocol]) === own || (host === '*' && port === undefined))
  );
};

const hasNonce = (sources: readonly string[]): boolean =>
  sources.some((source) => source.toLowerCase().startsWith("'nonce-"));

const has = (sources: readonly string[], keyword: string): boolean =>
  sources.some((source) => source.toLowerCase() === keyword);

const scriptProblem = (policy: Policy, embedding: Embedding): string[] => {
  const sources = sourcesOf(policy, 'script-src-elem', 'script-src');
  if (!sources) return [];
  if (has(sources, "'strict-dynamic'"))
    return hasNonce(sources)
      ? []
      : ["script-src has 'strict-dynamic' without a nonce: give the page's script elements one."];
  return sources.some((source) => names(source, embedding))
    ? []
    : [`script-src must name ${embedding.portalUrl.origin}.`];
};

const styleProblem = (policy: Policy, embedding: Embedding): string[] => {
  const sources = sourcesOf(policy, 'style-src-elem', 'style-src');
  if (!sources) return [];
  const missing = [
    ...(sources.some((source) => names(source, embedding)) ? [] : [embedding.portalUrl.origin]),
    ...(hasNonce(sources) || has(sources, "'unsafe-inline'")
      ? []
      : ["'nonce-…', the nonce that embed.js's script carries"]),
  ];
  return missing.length === 0 ? [] : [`style-src must name ${missing.join(' and ')}.`];
};

const originProblem = (policy: Policy, embedding: Embedding, directive: string): string[] => {
  const sources = sourcesOf(policy, directive);
  return !sources || sources.some((source) => names(source, embedding))
    ? []
    : [`${directive} must name ${embedding.portalUrl.origin}.`];
};

const pictureProblem = (policy: Policy): string[] => {
  const sources = sourcesOf(policy, 'img-src');
  return !sources || has(sources, 'data:') ? [] : ['img-src must name data:.'];
};

const trustedTypesProblem = (policy: Policy): string[] =>
  policy.has('require-trusted-types-for')
    ? ['require-trusted-types-for must be left out on this page: the portal makes its scripts without them.']
    : [];

/** What a page's policies must allow and do not, a sentence each. */
export const policyProblems = (policies: readonly Policy[], embedding: Embedding): string[] => [
  ...new Set(
    policies.flatMap((policy) => [
      ...scriptProblem(policy, embedding),
      ...styleProblem(policy, embedding),
      ...originProblem(policy, embedding, 'connect-src'),
      ...originProblem(policy, embedding, 'img-src'),
      ...pictureProblem(policy),
      ...trustedTypesProblem(policy),
    ]),
  ),
];

/** Whether the page's policies go by nonces, so that the script of the portal must carry one. */
export const needsNonce = (policies: readonly Policy[]): boolean =>
  policies.some((policy) =>
    [
      sourcesOf(policy, 'script-src-elem', 'script-src'),
      sourcesOf(policy, 'style-src-elem', 'style-src'),
    ].some((sources) => sources && hasNonce(sources) && !has(sources, "'unsafe-inline'")),
  );

/** What a page's policy must allow at least. */
export const neededPolicy = ({ origin }: URL): string =>
  [
    `script-src ${origin}`,
    `style-src ${origin} 'nonce-…'`,
    `connect-src ${origin}`,
    `img-src ${origin} data: https:`,
  ].join('; ');
