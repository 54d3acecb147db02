import { text } from 'node:stream/consumers';
import { startIssuer, type TestIssuer } from './issuer';

/** The next person to sign in, as the provider describes them. */
interface Person {
  /** In the ID token; undefined leaves a claim out. */
  claims?: Record<string, unknown>;
  /** In the response of the userinfo endpoint. */
  info?: Record<string, unknown>;
}

/** Parameters as a form or a query has them. */
type Parameters = Record<string, string>;

/** A minimal identity provider: accepts everybody, and records the token requests. */
export const startIdentityProvider = async () => {
  let person: Person = {};
  let nonce: string | undefined;
  const asked: { token: Parameters[] } = { token: [] };

  const issuer: TestIssuer = await startIssuer((url) => async (request, reply) => {
    const respond = (body: object) =>
      void reply.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    const { pathname } = new URL(request.url ?? '/', url);
    if (pathname === '/.well-known/openid-configuration')
      respond({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/me`,
        end_session_endpoint: `${url}/end`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['ES256'],
      });
    else if (pathname === '/token') {
      asked.token.push({
        ...Object.fromEntries(new URLSearchParams(await text(request))),
        authorization: request.headers.authorization ?? '',
      });
      const claims = { aud: 'portal', sub: '42', nonce, ...person.claims };
      const idToken = await issuer.sign({ ...claims, jti: undefined }, { header: { alg: 'ES256' } });
      respond({ access_token: 'of-the-person', token_type: 'Bearer', id_token: idToken });
    } else if (pathname === '/me') respond({ sub: '42', ...person.info });
    else reply.writeHead(404).end();
  });

  return {
    ...issuer,
    asked,
    /** Sets the next person, and takes the nonce from the authorization URL of their browser. */
    welcome: (next: Person, question: URL) => {
      person = next;
      nonce = question.searchParams.get('nonce') ?? undefined;
    },
  };
};
