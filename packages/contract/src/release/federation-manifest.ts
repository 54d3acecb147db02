import * as v from 'valibot';
import { filePath, type Build } from './build';

/** The file that the federation plugin of every bundler writes with `manifest: true`. */
export const FEDERATION_MANIFEST = 'mf-manifest.json';

/** The module that the shell loads from a remote. */
export const EXPOSED = './remote';

const assetsSchema = v.object({ sync: v.array(filePath), async: v.array(filePath) });

/** The part of the manifest that the portal uses; plugins add more. */
export const federationManifestSchema = v.object({
  metaData: v.object({
    globalName: v.pipe(v.string(), v.minLength(1)),
    publicPath: v.optional(v.string(), 'auto'),
    remoteEntry: v.object({
      name: filePath,
      path: v.string(),
      type: v.picklist(['module', 'global', 'var'], 'must be "module", "global" or "var"'),
    }),
  }),
  shared: v.optional(
    v.array(
      v.object({
        name: v.string(),
        version: v.optional(v.unknown()),
        requiredVersion: v.optional(v.unknown()),
      }),
    ),
    [],
  ),
  exposes: v.array(v.object({ path: v.string(), assets: v.object({ js: assetsSchema, css: assetsSchema }) })),
});

export type FederationManifest = v.InferOutput<typeof federationManifestSchema>;

/** The files of a remote's build that the shell loads, by its manifest. */
export const buildOf = ({ metaData, exposes }: FederationManifest): Build => {
  const { globalName, remoteEntry } = metaData;
  const { path, name, type } = remoteEntry;
  const { js, css } = exposes.find((exposed) => exposed.path === EXPOSED)?.assets ?? {};
  return {
    entry: path ? `${path.replace(/\/$/, '')}/${name}` : name,
    globalName,
    format: type === 'module' ? 'module' : 'script',
    preload: js?.sync ?? [],
    // A script loads its own styles.
    styles: type === 'module' ? (css?.sync ?? []) : [],
  };
};
