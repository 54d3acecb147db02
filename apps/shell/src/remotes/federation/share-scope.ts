import { http } from '@portal/api';
import axios, { isAxiosError, type AxiosInstance } from 'axios';

/** A shared library, in one version. Federation plugins write more into it. */
interface Shared {
  /** Returns, or promises, a function that returns the library's exports. */
  get: () => unknown;
}

/** Shared libraries by name, then version. */
export type ShareScope = Record<string, Record<string, Shared>>;

/** webpack's share scope: the shell's singletons (packages/remote-build/src/sharing.ts). */
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

/**
 * The shell's libraries for one container, which may add its own. They count as loaded, so no version that the container
 * brings replaces them; and the scope is a copy, so nothing reaches another container.
 */
export const createShareScope = async (): Promise<ShareScope> => {
  await __webpack_init_sharing__('default');
  const ownAxios = createOwnAxios();
  const axiosExports = { ...ownAxios, default: ownAxios, __esModule: true };
  const scope: ShareScope = {};
  for (const [name, versions] of Object.entries(__webpack_share_scopes__.default)) {
    const copies: ShareScope[string] = {};
    scope[name] = copies;
    for (const [version, shared] of Object.entries(versions)) {
      const lib = name === 'axios' ? () => axiosExports : await shared.get();
      const fixed = { ...shared, lib, get: () => lib, loaded: true, useIn: [] };
      copies[version] = fixed;
    }
  }
  return scope;
};
