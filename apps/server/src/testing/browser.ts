import type { InjectOptions, LightMyRequestResponse } from 'fastify';

/** The app, or several replicas of it. */
interface Server {
  inject: (request: InjectOptions) => Promise<LightMyRequestResponse>;
}

/** Extra headers; `undefined` removes a default one. */
type Headers = Record<string, string | undefined>;

const withoutAbsent = (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));

const isSent = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body);

/**
 * A browser as the server sees it: keeps cookies, and sends XSRF-TOKEN in a header as axios does.
 * @param ip its address, as a proxy on this machine reports it
 */
export const createBrowser = (app: Server, ip = '203.0.113.1') => {
  const cookies = new Map<string, string>();

  const keep = (set: readonly { name: string; value: string; maxAge?: number }[]) => {
    for (const { name, value, maxAge } of set)
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
  };

  const send = async (method: 'GET' | 'POST', url: string, body?: unknown, headers: Headers = {}) => {
    const response = await app.inject({
      method,
      url,
      cookies: Object.fromEntries(cookies),
      headers: withoutAbsent({
        'x-forwarded-for': ip,
        'sec-fetch-site': 'same-origin',
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      }),
      ...(body === undefined ? {} : { payload: isSent(body) ? body : JSON.stringify(body) }),
    });
    keep(response.cookies);
    return response;
  };

  return {
    cookies,
    get: (url: string, headers?: Headers) => send('GET', url, undefined, headers),
    post: (url: string, body?: unknown, headers?: Headers) => send('POST', url, body, headers),
    /** Posts the fields of a form. */
    postForm: (url: string, fields: URLSearchParams | Record<string, string>, headers?: Headers) =>
      send('POST', url, String(new URLSearchParams(fields)), {
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      }),
    /** Posts a form with one file. */
    postFile: async (url: string, content: Uint8Array<ArrayBuffer>, name: string, headers?: Headers) => {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      const encoded = new Response(form);
      const type = encoded.headers.get('content-type') ?? '';
      return send('POST', url, Buffer.from(await encoded.arrayBuffer()), {
        'content-type': type,
        ...headers,
      });
    },
    /** Opens the portal: its first call is the auth check. */
    open: () => send('GET', '/auth-check'),
  };
};

export type Browser = ReturnType<typeof createBrowser>;
