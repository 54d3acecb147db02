import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import { fix, ok, type Findings } from './finding';

const TIMEOUT_MS = 10_000;

const keysSchema = v.object({ keys: v.array(v.looseObject({ kty: v.string() })) });

const discoverySchema = v.looseObject({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  jwks_uri: v.string(),
});

/** @throws when the address does not answer with JSON that fits the schema */
const read = async <Schema extends v.GenericSchema>(url: string, schema: Schema) => {
  const answer = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return v.parse(schema, await answer.json());
};

/** Checks the public keys that verify the tickets of the site. */
export const checkHandOver = async ({ keysUrl }: NonNullable<Config['handover']>): Promise<Findings> => {
  const found = await read(keysUrl.href, keysSchema).catch(() => undefined);
  const usable = found?.keys.filter(({ kty }) => kty !== 'oct').length ?? 0;
  return [
    usable > 0
      ? ok('hand-over', `HANDOVER_JWKS_URL has ${usable} public key${usable > 1 ? 's' : ''}`)
      : fix(
          'hand-over',
          'HANDOVER_JWKS_URL does not answer with public keys ({ "keys": […] }). Check the address, and whether this machine reaches it. Until then, customers of the site need codes.',
        ),
  ];
};

/** Checks the identity provider's discovery document. */
export const checkProvider = async ({ issuer }: NonNullable<Config['oidc']>): Promise<Findings> => {
  const url = `${issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = await read(url, discoverySchema).catch(() => undefined);
  if (!found || new URL(found.issuer).href !== issuer.href)
    return [
      fix(
        'identity provider',
        found
          ? `Its discovery document names the issuer ${found.issuer}. Set OIDC_ISSUER to that.`
          : `${url} does not answer with a discovery document. Check OIDC_ISSUER, and whether this machine reaches it.`,
      ),
    ];
  return [ok('identity provider', `${found.issuer} answers`)];
};
