import { mount } from './mount';
import { defineCustomerPortal } from './define-customer-portal';

/**
 * `mount.js`: a container of module federation, `portal_shell`, for hosts that federate themselves. Written by hand: it
 * takes nothing from the host and brings its own React later, so that there is nothing to share, and it stands in one
 * file, whose address can stay the same.
 */
defineCustomerPortal(document);

/** What the protocol of containers begins with; there is no share scope to join. */
export const init = (): void => {};

/**
 * @param request the exposed module: `./mount`
 * @returns what gives that module
 */
export const get = async (request: string): Promise<() => { mount: typeof mount }> => {
  if (request !== './mount') throw new Error(`portal_shell exposes ./mount, and no ${request}.`);
  return () => ({ mount });
};
