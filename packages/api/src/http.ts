import axios from 'axios';

/**
 * The HTTP layer of specification section 6: axios with its defaults (the XSRF-TOKEN cookie sent as X-XSRF-TOKEN on
 * the same origin, Accept JSON, JSON bodies, no timeout, 2xx only), and credentials on every call.
 *
 * Shell and remotes share this instance, so that the shell sets `defaults.baseURL` once for all.
 */
axios.defaults.withCredentials = true;

export const http = axios;

/** Cancels a call: TanStack Query aborts the signal when its screen unmounts. */
export interface Cancellable {
  signal: AbortSignal;
}
