import { descriptorSchema, publishedVersionSchema } from '@portal/contract';
import * as v from 'valibot';
import type { Servable } from './servable';

/** The version of every release in development; webpack's dev server has its files. */
export const DEVELOPMENT_VERSION = '0.0.0-dev';

/** What webpack's dev server has built so far, at `/portal-releases.json`. */
const developmentSchema = v.record(descriptorSchema.entries.name, publishedVersionSchema);

/** Reads the releases of `pnpm dev`: the latest build of each app is live. */
export const readDevelopmentReleases = async (
  devServer: string,
): Promise<Servable & { revision: number }> => {
  const response = await fetch(new URL('/portal-releases.json', devServer));
  const built = Object.entries(v.parse(developmentSchema, await response.json()));
  const releases = built.map(([name, published]) => ({
    name,
    lives: [DEVELOPMENT_VERSION],
    live: DEVELOPMENT_VERSION,
    previous: null,
    canary: null,
    promotedAt: null,
    period: 0,
    routes: [],
    versions: { [DEVELOPMENT_VERSION]: published },
  }));
  return { revision: 0, releases, problems: [] };
};
