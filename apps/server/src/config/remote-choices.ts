import { remoteNameSchema, settingsSchema } from '@portal/contract';
import * as v from 'valibot';
import type { Config } from './config';
import { readConfigFile } from './config-file';

/** The file of REMOTES: what the operator has chosen for each remote. */
const remoteChoicesSchema = v.record(
  remoteNameSchema,
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
  }),
);

export type RemoteChoices = v.InferOutput<typeof remoteChoicesSchema>;

/** Reads REMOTES; without it, remotes have what their descriptors say. @throws ConfigError */
export const readRemoteChoices = async ({
  remotesFile,
}: Pick<Config, 'remotesFile'>): Promise<RemoteChoices> =>
  remotesFile ? readConfigFile('REMOTES', remotesFile, remoteChoicesSchema) : {};
