import {
  BOOT_ELEMENT_ID,
  findOwner,
  MODULE_PROBE,
  TRUSTED_TYPES_FILE,
  type Descriptor,
  type MicroFrontend,
  type PublishedVersion,
} from '@portal/contract';
import { microFrontends } from '@portal/releases';
import * as v from 'valibot';

/** A remote to verify, in place of its live version. */
export interface Candidate {
  name: string;
  version: string;
  descriptor: Descriptor;
  published: PublishedVersion;
}

/** The address does not serve a portal. The message says what to check. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

const summarySchema = v.looseObject({ name: v.string(), routes: v.array(v.string()) });

/** Unknown fields stay: the portal can be newer than this command. */
const registrySchema = v.looseObject({
  microFrontends: v.record(
    v.string(),
    v.array(v.looseObject({ extras: v.looseObject({ descriptor: summarySchema }) })),
  ),
});

const bootSchema = v.looseObject({
  basePath: v.string(),
  previews: v.array(
    v.looseObject({ remote: v.string(), version: v.string(), problem: v.nullable(v.string()) }),
  ),
  registry: registrySchema,
  remotes: v.optional(v.array(summarySchema)),
});

type Boot = v.InferOutput<typeof bootSchema>;
type Registry = v.InferOutput<typeof registrySchema>;

const json = <Schema extends v.GenericSchema>(schema: Schema) => v.pipe(v.string(), v.parseJson(), schema);

const BOOT = new RegExp(
  `(<script id="${BOOT_ELEMENT_ID}" type="application/json" nonce="([^"]*)">)([^<]*)(?=</script>)`,
);
const IMPORT_MAP = /(<script type="importmap" nonce="[^"]*">)([^<]*)(?=<\/script>)/;
const SHELL = /\/releases\/shell\/([^/"]+)\//;

/** The data in a portal's page. */
export interface PortalPage {
  /** The version of its shell. */
  shell: string;
  boot: Boot;
}

/**
 * Reads the page that a portal's server made.
 * @throws UnreachableError for any other page
 */
export const readPortalPage = (html: string, url: string): PortalPage => {
  const boot = v.safeParse(json(bootSchema), BOOT.exec(html)?.[3]);
  const shell = SHELL.exec(html)?.[1];
  if (boot.success && shell !== undefined) return { shell, boot: boot.output };
  throw new UnreachableError(
    `${url} is not the page of a portal with a shell. Check --portal or PORTAL_URL.`,
  );
};

const jsonForHtml = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The candidate in the vocabulary of the registry. */
export const microFrontendOf = ({ name, version, published }: Candidate, basePath: string): MicroFrontend[] =>
  microFrontends({ basePath }, name, [{ version, published }]);

const overrideRegistry = (registry: Registry, candidate: Candidate, basePath: string) => ({
  ...registry,
  microFrontends: {
    ...registry.microFrontends,
    [candidate.name]: microFrontendOf(candidate, basePath),
  },
});

/** The text of `GET /registry.json`, with the candidate in place of the live version. */
export const withCandidateInRegistry = (text: string, candidate: Candidate, basePath: string): string =>
  JSON.stringify(overrideRegistry(v.parse(json(registrySchema), text), candidate, basePath));

/** Declares the candidate a preview, so that the shell never falls back to another version. */
const overrideBoot = (boot: Boot, candidate: Candidate) => {
  const { name, version, descriptor } = candidate;
  const { requires: _, ...summary } = descriptor;
  return {
    ...boot,
    previews: [
      ...boot.previews.filter(({ remote }) => remote !== name),
      { remote: name, version, problem: null },
    ],
    registry: overrideRegistry(boot.registry, candidate, boot.basePath),
    ...(boot.remotes && { remotes: [...boot.remotes.filter((one) => one.name !== name), summary] }),
    first: name,
  };
};

const importMapSchema = json(v.looseObject({ integrity: v.record(v.string(), v.string()) }));

/** The integrity of each module of the candidate; empty if its entry is a classic script. */
const pinsOf = (candidate: Candidate, basePath: string): Record<string, string> => {
  const modules = microFrontendOf(candidate, basePath).flatMap(({ extras }) => extras.modules);
  const files = modules.length > 0 ? [...modules, MODULE_PROBE] : [];
  return Object.fromEntries(files.map(({ url, integrity }) => [url, integrity]));
};

const overrideImportMap = (html: string, pins: Record<string, string>, nonce: string): string => {
  if (Object.keys(pins).length === 0) return html;
  if (!IMPORT_MAP.test(html)) {
    const map = `<script type="importmap" nonce="${nonce}">${jsonForHtml({ integrity: pins })}</script>`;
    // Browsers ignore import maps after the first module.
    return html.replace('<head>', () => `<head>\n${map}`);
  }
  return html.replace(IMPORT_MAP, (_, tag: string, text: string) => {
    const known = v.parse(importMapSchema, text);
    return tag + jsonForHtml({ ...known, integrity: { ...known.integrity, ...pins } });
  });
};

/** Matches preload hints for the live version's files, which the page does not load. */
const liveHints = (name: string): RegExp =>
  new RegExp(`<link rel="(?:module)?preload"[^>]*href="[^"]*/releases/${name}/[^>]*>\\n?`, 'g');

/** The page of a portal, with the candidate in place of the live version of the remote. */
export const withCandidate = (html: string, url: string, candidate: Candidate): string => {
  const { boot } = readPortalPage(html, url);
  const nonce = BOOT.exec(html)?.[2] ?? '';
  const changed = html
    .replace(liveHints(candidate.name), '')
    .replace(BOOT, (_, tag: string) => tag + jsonForHtml(overrideBoot(boot, candidate)));
  return overrideImportMap(changed, pinsOf(candidate, boot.basePath), nonce);
};

/** Drops Trusted Types from the policy if the candidate does not support them. */
export const policyFor = (policy: string, { published }: Candidate): string =>
  published.integrity[TRUSTED_TYPES_FILE] === undefined
    ? policy
        .split(/;\s*/)
        .filter((directive) => !/^(require-)?trusted-types/.test(directive))
        .join('; ')
    : policy;

/** The remote whose screen the page shows at a path. */
export const ownerAt = (
  { registry, remotes }: Boot,
  { name, descriptor }: Candidate,
  path: string,
): string | undefined => {
  const others =
    remotes ??
    Object.values(registry.microFrontends).flatMap((versions) =>
      versions.slice(0, 1).map(({ extras }) => extras.descriptor),
    );
  return findOwner([...others.filter((other) => other.name !== name), descriptor], path)?.name;
};
