import { http } from '@portal/api';
import axios, { isAxiosError, type AxiosInstance } from 'axios';

/** A shared library, in one version. Federation plugins write more into it. */
interface Shared {
  /** Returns, or promises, a function that returns the library's exports. */
  get: () => unknown;
}

/** Shared libraries by name, then version. */
export type ShareScope = Record<string, Record<string, Shared>>;

/** webpack's share scope: the shell's singletons (packages/remote/src/sharing.ts). */
declare const __webpack_init_sharing__: (scope: 'default') => unknown;
declare const __webpack_share_scopes__: { default: ShareScope };

/** An axios whose defaults and interceptors nobody else has. The shell's client sends its calls. */
export const createOwnAxios = (): AxiosInstance => {
  const own = axios.create({
    ...(http.defaults.baseURL && { baseURL: http.defaults.baseURL }),
    adapter: async (config) => {
      // Both clients would transform bodies otherwise.
      const adapter = http.defaults.adapter ?? 'xhr';
      const call = { ...config, adapter, transformRequest: [], transformResponse: [] };
      try {
        return { ...(await http.request(call)), config };
      } catch (error) {
        throw isAxiosError(error) ? Object.assign(error, { config }) : error;
      }
    },
  });
  return Object.assign(own, { ...axios, ...own });
};

const ownExports = (): object => {
  const own = createOwnAxios();
  return { ...own, default: own, __esModule: true };
};

/**
 * The shell's libraries for one container, which may add its own. They count as loaded, so no version that the container
 * brings replaces them; and the scope is a copy, so nothing reaches another container.
 */
export const createShareScope = async (): Promise<ShareScope> => {
  await __webpack_init_sharing__('default');
  const copy = async ([name, versions]: [string, ShareScope[string]]) => {
    const copies = Object.entries(versions).map(async ([version, shared]) => {
      const lib = name === 'axios' ? ownExports : await shared.get();
      return [version, { ...shared, lib, get: () => lib, loaded: true, useIn: [] }] as const;
    });
    return [name, Object.fromEntries(await Promise.all(copies))] as const;
  };
  return Object.fromEntries(await Promise.all(Object.entries(__webpack_share_scopes__.default).map(copy)));
};
