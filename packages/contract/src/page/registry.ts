import * as v from 'valibot';
import {
  pageDescriptorSchema,
  remoteSummarySchema,
  settingsSchema,
  type RemoteSummary,
} from '../remote/descriptor';
import { percentSchema } from '../release/build';

/** A file of a release: its URL, and its Subresource Integrity. */
const releaseFileSchema = v.object({ url: v.string(), integrity: v.string() });

/** One version of a remote, as in awslabs/frontend-discovery, with our own fields under `extras`. */
const remoteVersionSchema = v.object({
  url: v.string(),
  /** The entry of the next version in the list. */
  fallbackUrl: v.optional(v.string()),
  metadata: v.object({ integrity: v.string(), version: v.string() }),
  /** This visitor gets the first version in the list: traffic 100, default true. */
  deployment: v.object({ traffic: percentSchema, default: v.boolean() }),
  extras: v.object({
    descriptor: pageDescriptorSchema,
    /** Its widgets, without those that the operator has turned off. */
    widgets: remoteSummarySchema.entries.widgets,
    links: remoteSummarySchema.entries.links,
    badges: remoteSummarySchema.entries.badges,
    settings: v.optional(settingsSchema),
    globalName: v.string(),
    format: v.picklist(['script', 'module']),
    /** Scripts that the first screen needs. */
    preload: v.array(releaseFileSchema),
    /** Stylesheets that must apply before the first screen. */
    styles: v.array(releaseFileSchema),
    /** Every module of a remote whose format is `module`, for the page's import map. */
    modules: v.array(releaseFileSchema),
    /** Whether the version is on a developer's machine: its files change and have no integrity. */
    local: v.boolean(),
  }),
});

/** Each remote in the version that this visitor gets, then the version to fall back to, if any. */
export const registrySchema = v.object({
  schema: v.string(),
  microFrontends: v.record(v.string(), v.pipe(v.array(remoteVersionSchema), v.minLength(1), v.maxLength(2))),
});

export type ReleaseFile = v.InferOutput<typeof releaseFileSchema>;
export type RemoteVersion = v.InferOutput<typeof remoteVersionSchema>;
export type Registry = v.InferOutput<typeof registrySchema>;

/** What drawer, routing, slots, links and badges need of a version. */
export const summaryOf = ({ extras }: RemoteVersion): RemoteSummary => {
  const { descriptor, widgets, links, badges } = extras;
  const { requires: _, ...page } = descriptor;
  return { ...page, widgets, links, badges };
};
