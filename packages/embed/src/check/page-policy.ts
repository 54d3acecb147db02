import { TRUSTED_TYPES_POLICIES } from '@portal/contract';

/** A Content-Security-Policy: its sources by directive. */
type Policy = ReadonlyMap<string, readonly string[]>;

/** A page that embeds the portal. */
interface Embedding {
  portalUrl: URL;
  /** The page's own origin. */
  origin: string;
}

/** Parses the values of headers and `meta` elements as browsers do (Content Security Policy 3, section 2.2). */
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

/** The sources of the first directive present; undefined allows everything. */
const sourcesOf = (policy: Policy, ...directives: string[]): readonly string[] | undefined =>
  [...directives, 'default-src'].map((name) => policy.get(name)).find(Boolean);

const HOST =
  /^(?:(?<scheme>[a-z][a-z\d+.-]*):\/\/)?(?<host>\*|(?:\*\.)?[\w.-]+)(?::(?<port>\d+|\*))?(?:\/.*)?$/i;
const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** In a policy, `http:` includes HTTPS. */
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
      : ["'nonce-…', the nonce of the embed.js script"]),
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

/** Every build of the portal creates its own policies. With a policy named `default`, they are not needed. */
const trustedTypesProblem = (policy: Policy): string[] => {
  const names = policy.get('trusted-types');
  if (!policy.has('require-trusted-types-for') || !names || names.includes('default')) return [];
  const needed = [...Object.values(TRUSTED_TYPES_POLICIES), "'allow-duplicates'"];
  const missing = needed.filter(
    (name) => !names.includes(name) && !(names.includes('*') && !name.startsWith("'")),
  );
  return missing.length === 0 ? [] : [`trusted-types must name ${missing.join(' and ')}.`];
};

/** Lists the permissions that a page's policies lack, a sentence each. */
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

/** Whether the page's policies require a nonce on the portal's script. */
export const needsNonce = (policies: readonly Policy[]): boolean =>
  policies.some((policy) =>
    [
      sourcesOf(policy, 'script-src-elem', 'script-src'),
      sourcesOf(policy, 'style-src-elem', 'style-src'),
    ].some((sources) => sources && hasNonce(sources) && !has(sources, "'unsafe-inline'")),
  );

/** The minimal policy of a page that embeds the portal. */
export const neededPolicy = ({ origin }: URL): string =>
  [
    `script-src ${origin}`,
    `style-src ${origin} 'nonce-…'`,
    `connect-src ${origin}`,
    `img-src ${origin} data: https:`,
  ].join('; ');
