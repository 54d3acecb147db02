import { remoteNameSchema, settingsSchema } from '@portal/contract';
import * as v from 'valibot';
import type { Config } from './config';
import { readConfigFile } from './config-file';

const address = v.pipe(
  v.string(),
  v.check(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be the http:// or https:// address of a back end',
  ),
  v.transform((value) => new URL(value)),
);

/** The file of REMOTES: what the operator has chosen for each remote. */
const remoteChoicesSchema = v.record(
  remoteNameSchema,
  v.strictObject({
    /** Its own back end, which answers `/api/<name>/`. */
    api: v.optional(address),
    /** By the widget's name. */
    widgets: v.optional(
      v.record(
        v.string(),
        v.strictObject({ disabled: v.optional(v.boolean()), order: v.optional(v.number()) }),
      ),
    ),
    /** Values instead of the descriptor's defaults. */
    settings: v.optional(settingsSchema),
    /** Whether its back end says for which customers it is there. */
    availability: v.optional(v.picklist(['everybody', 'ask'], 'must be everybody or ask')),
  }),
);

export type RemoteChoices = v.InferOutput<typeof remoteChoicesSchema>;

/** Reads REMOTES; without it, remotes have no back ends, and what their descriptors say. @throws ConfigError */
export const readRemoteChoices = async ({
  remotesFile,
}: Pick<Config, 'remotesFile'>): Promise<RemoteChoices> =>
  remotesFile ? readConfigFile('REMOTES', remotesFile, remoteChoicesSchema) : {};
