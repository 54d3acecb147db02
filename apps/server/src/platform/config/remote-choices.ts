import { descriptorSchema, remoteNameSchema, settingsSchema } from '@portal/contract';
import * as v from 'valibot';
import { ConfigError, type Config } from './config';
import { readConfigFile } from './config-file';

/** Without a password, which would be in logs. */
const address = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:\/\/[^?#@]+$/.test(text),
    'must be an address without password and query, such as http://orders-api.internal:8080',
  ),
  v.transform((text) => new URL(text)),
);

/** The file of REMOTES: what the operator has chosen for each remote. */
const remoteChoicesSchema = v.record(
  remoteNameSchema,
  v.pipe(
    v.strictObject({
      /** By the widget's name. */
      widgets: v.optional(
        v.record(
          v.string(),
          v.strictObject({ disabled: v.optional(v.boolean()), order: v.optional(v.number()) }),
        ),
      ),
      /** Values instead of the descriptor's defaults. */
      settings: v.optional(settingsSchema),
      /** Prefixes of routes: this remote gets them, no other one does, and it gets no others. */
      routes: v.optional(descriptorSchema.entries.routes),
      /** The address of its back end, below which `/api/<name>/` is. */
      api: v.optional(address),
      /** A path there that says for which customers the remote is: `{ "available": true }`. */
      availability: v.optional(v.pipe(v.string(), v.startsWith('/', 'must be a path that starts with "/"'))),
    }),
    v.check(
      ({ api, availability }) => api !== undefined || availability === undefined,
      'has "availability", which needs "api"',
    ),
  ),
);

export type RemoteChoices = v.InferOutput<typeof remoteChoicesSchema>;

/** Reads REMOTES; without it, remotes have what their descriptors say. @throws ConfigError */
export const readRemoteChoices = async ({
  remotesFile,
  apiUpstream,
}: Pick<Config, 'remotesFile' | 'apiUpstream'>): Promise<RemoteChoices> => {
  if (!remotesFile) return {};
  const choices = await readConfigFile('REMOTES', remotesFile, remoteChoicesSchema);
  const [name] = Object.entries(choices).find(([, { api }]) => apiUpstream && api) ?? [];
  if (name === undefined) return choices;
  throw new ConfigError([
    `REMOTES sets "api" of ${name}, which API_UPSTREAM excludes: it knows the customers.`,
  ]);
};
