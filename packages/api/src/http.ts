import axios from 'axios';

/**
 * The HTTP layer of specification section 6: axios with its documented defaults (cookie XSRF-TOKEN sent as
 * X-XSRF-TOKEN on the same origin, Accept JSON, object bodies as JSON, no time-out, 2xx only), plus credentials
 * on every call.
 *
 * It is the one axios that shell and remotes share, so that the shell sets `defaults.baseURL` for all of them.
 */
axios.defaults.withCredentials = true;

export const http = axios;

/** Lets whoever asked give up waiting, as TanStack Query does when a screen is left. */
export interface Cancellable {
  signal: AbortSignal;
}
