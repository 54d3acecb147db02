import * as v from 'valibot';
import { remoteSummarySchema } from '../remote/descriptor';
import { registrySchema } from './registry';

/** When events load pictures from other servers: at once (`as-given`), or after the customer asks (`ask`). */
export const EVENT_IMAGES = ['as-given', 'ask'] as const;

/** Links to pages of the company. */
const companyLinksSchema = v.object({
  help: v.optional(v.string()),
  privacy: v.optional(v.string()),
  imprint: v.optional(v.string()),
});

/** How customers reach the company; each way is absent if the company does not offer it. */
const supportSchema = v.object({
  email: v.optional(v.string()),
  phone: v.optional(v.string()),
  url: v.optional(v.string()),
});

/** Whether `Intl` knows a time zone: each browser has its own list. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** The company's name, logo and color, and its choices, from the operator's environment. */
const brandSchema = v.object({
  name: v.string(),
  logoUrl: v.nullable(v.string()),
  /** A PNG of 512 × 512 pixels for home screens and tabs. */
  iconUrl: v.optional(v.string()),
  /** Behind the sign-in on wide screens. */
  pictureUrl: v.optional(v.string()),
  primaryColor: v.pipe(v.string(), v.hexColor()),
  secondaryColor: v.optional(v.pipe(v.string(), v.hexColor())),
  /** A value of CSS `font-family`. */
  font: v.optional(v.string()),
  /** The radius of corners, in px. */
  radius: v.optional(v.number()),
  /** Absent: `as-given`. An unknown value, from a newer server, becomes `ask`. */
  eventImages: v.optional(v.fallback(v.picklist(EVENT_IMAGES), 'ask')),
  /** The time zone of visits. Absent: the device's, also if the browser does not know it. */
  timeZone: v.fallback(v.optional(v.pipe(v.string(), v.check(isTimeZone))), undefined),
  links: v.optional(companyLinksSchema),
  /** Another way to sign in: the company's identity provider. Absent if there is none. */
  signIn: v.optional(v.object({ name: v.string() })),
  support: v.optional(supportSchema),
  /** A sentence for customers about each status, in the language of the page; by the status in lower case. */
  statusTexts: v.optional(v.record(v.string(), v.string())),
});

/** A version that `?preview=` requested for this browser, or the reason why it isn't shown. */
const previewSchema = v.object({
  remote: v.string(),
  /** A published version, or the URL of a remote on the developer's machine. */
  version: v.string(),
  /** Why the version isn't shown; null when it is. */
  problem: v.nullable(v.string()),
});

/** The boot document: JSON in the HTML, from server to shell. Unknown fields are ignored: the server can be newer. */
export const bootSchema = v.object({
  /** The portal's path, without a trailing slash: `""` or `/account`. */
  basePath: v.string(),
  brand: brandSchema,
  previews: v.array(previewSchema),
  /** The versions of the remotes that the page needs. */
  registry: registrySchema,
  /** All remotes, for drawer and routing. `GET /registry.json?remote=<name>` has the versions of one. */
  remotes: v.array(remoteSummarySchema),
  /** Whether customers have different remotes. */
  isPersonal: v.optional(v.boolean()),
  /** The name of the remote whose code the page will need first. */
  first: v.optional(v.string()),
  /** The languages that customers can choose; absent if there is only English. */
  languages: v.optional(v.array(v.string())),
  /** The language of this page. */
  language: v.optional(v.string()),
});

/** The shell's part of `GET /embed.json`; `embed.ts` has the element's. Unknown fields are ignored. */
export const embedBootSchema = v.object({
  boot: bootSchema,
  /** The token of the first POST; a response with `X-XSRF-TOKEN` replaces it. Null if the server has none. */
  csrfToken: v.nullable(v.string()),
});

export type EventImages = (typeof EVENT_IMAGES)[number];
export type Brand = v.InferOutput<typeof brandSchema>;
export type Support = v.InferOutput<typeof supportSchema>;
export type Preview = v.InferOutput<typeof previewSchema>;
export type Boot = v.InferOutput<typeof bootSchema>;
export type EmbedBoot = v.InferOutput<typeof embedBootSchema>;
