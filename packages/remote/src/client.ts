import { http } from '@portal/api';
import type { Descriptor } from '@portal/contract';

interface CallOptions {
  /** Of the query. */
  params?: Readonly<Record<string, string | number | boolean>>;
  /** Ends a call that no screen needs any more; TanStack Query gives one to each query. */
  signal?: AbortSignal;
}

type Path = `/${string}`;

/**
 * A client of the remote's own back end, with the portal's session and CSRF token. Parse the responses: nothing has
 * checked them. A call has no time-out, and rejects with axios's error unless the status is 2xx; `serverMessage(error)`
 * of `@portal/api` reads its sentence.
 */
export const createClient = ({ name }: Pick<Descriptor, 'name'>) => {
  const call = async (method: string, path: Path, { params, signal }: CallOptions = {}, body?: unknown) => {
    const address = { method, url: `/api/${name}${path}`, params };
    const { data } = await http.request<unknown>({ ...address, data: body, ...(signal && { signal }) });
    return data;
  };
  const writing = (method: string) => (path: Path, data?: unknown, options?: CallOptions) =>
    call(method, path, options, data);
  return {
    get: (path: Path, options?: CallOptions) => call('GET', path, options),
    post: writing('POST'),
    put: writing('PUT'),
    patch: writing('PATCH'),
    delete: (path: Path, options?: CallOptions) => writing('DELETE')(path, undefined, options),
  };
};
