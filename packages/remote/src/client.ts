import { http } from '@portal/api';
import type { Descriptor } from '@portal/contract';

interface CallOptions {
  /** Of the query. */
  params?: Readonly<Record<string, string | number | boolean>>;
  /** TanStack Query's, which ends a call that no screen needs any more. */
  signal?: AbortSignal;
}

/**
 * A client of the remote's own back end, with the portal's session and CSRF token. Paths begin with `/`. Parse the
 * responses: nothing has checked them. Errors are those of `http`, so `serverMessage(error)` of `@portal/api` reads them.
 */
export const createClient = ({ name }: Pick<Descriptor, 'name'>) => {
  const call = async (method: string, path: string, options: object = {}): Promise<unknown> =>
    (await http.request<unknown>({ ...options, method, url: `/api/${name}${path}` })).data;
  // In an embedder's page, the shell puts the token among the headers of a POST.
  const writing = (method: string) => (path: string, data?: unknown, options?: CallOptions) =>
    call(method, path, { ...options, data, headers: { ...http.defaults.headers.post } });
  return {
    get: (path: string, options?: CallOptions) => call('GET', path, options),
    post: writing('POST'),
    put: writing('PUT'),
    patch: writing('PATCH'),
    delete: writing('DELETE'),
  };
};
