import * as v from 'valibot';
import { safeUrl, text } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';
import type { Config } from '../../platform/config/config';
import { fix, ok, type Findings } from '../../platform/config/finding';
import { createIssuer, readPublished, type Trusted } from '../tokens/issuer';
import type { OpenSignInElsewhere } from '../tokens/sign-in-elsewhere';
import { handOverRoutes } from './hand-over-routes';

const variables = defineVariables({
  entries: {
    HANDOVER_ISSUER: v.optional(text),
    HANDOVER_JWKS_URL: v.optional(safeUrl),
  },
  groups: [['HANDOVER_ISSUER', 'HANDOVER_JWKS_URL']],
  settings: (env) => ({
    /** The issuer of its tickets, and the URL of their keys. */
    handover:
      env.HANDOVER_ISSUER && env.HANDOVER_JWKS_URL
        ? { issuer: env.HANDOVER_ISSUER, keysUrl: env.HANDOVER_JWKS_URL }
        : undefined,
  }),
  faults: ({ handover }, { apiUpstream }) => [
    [
      handover !== undefined && apiUpstream !== undefined,
      'API_UPSTREAM signs customers in itself: remove the HANDOVER_ variables',
    ],
  ],
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof variables> {}
}

const signIn: OpenSignInElsewhere = ({ config: { baseUrl, handover } }) => {
  if (!handover) return undefined;
  const audience = [baseUrl, `${baseUrl}/`];
  const { issuer } = handover;
  const site: Trusted = { by: 'site', issuer, read: createIssuer(async () => ({ ...handover, audience })) };
  return {
    trusted: site,
    calls: async (app, { signIn: ours }) => handOverRoutes(app, { signIn: ours, site }),
  };
};

const keysSchema = v.object({ keys: v.array(v.looseObject({ kty: v.string() })) });

const checkKeys = async ({ keysUrl }: NonNullable<Config['handover']>): Promise<Findings> => {
  const found = await readPublished(keysUrl.href, keysSchema).catch(() => undefined);
  const usable = found?.keys.filter(({ kty }) => kty !== 'oct').length ?? 0;
  const advice =
    'HANDOVER_JWKS_URL does not answer with public keys ({ "keys": […] }). Check the address, and whether this machine reaches it. Until then, customers of the site need codes.';
  return [
    usable > 0
      ? ok('hand-over', `HANDOVER_JWKS_URL has ${usable} public key${usable > 1 ? 's' : ''}`)
      : fix('hand-over', advice),
  ];
};

/** The site that embeds the portal signs its customers in. */
export const handOver = {
  name: 'hand-over',
  variables,
  signIn,
  check: ({ handover }: Config) => handover && { title: 'hand-over', run: () => checkKeys(handover) },
};
