import * as v from 'valibot';
import type { Config } from '../../platform/config/config';
import { fix, ok, type Findings } from '../../platform/config/finding';
import { readPublished } from '../tokens/issuer';

const CHECK = 'identity provider';

const discoverySchema = v.looseObject({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  jwks_uri: v.string(),
});

/** Checks the identity provider's discovery document. */
export const checkProvider = async ({ issuer }: NonNullable<Config['oidc']>): Promise<Findings> => {
  const url = `${issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = await readPublished(url, discoverySchema).catch(() => undefined);
  if (!found)
    return [
      fix(
        CHECK,
        `${url} does not answer with a discovery document. Check OIDC_ISSUER, and whether this machine reaches it.`,
      ),
    ];
  if (new URL(found.issuer).href !== issuer.href)
    return [fix(CHECK, `Its discovery document names the issuer ${found.issuer}. Set OIDC_ISSUER to that.`)];
  return [ok(CHECK, `${found.issuer} answers`)];
};
