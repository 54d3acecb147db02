import { defineCustomerPortal } from './define-customer-portal';
import { findHostReact } from './host-react';
import { mount, type Mount } from './mount';

/**
 * `mount.js`: a container of module federation, `portal_shell`, for hosts that federate themselves. Written by hand,
 * so that it stands in one file, whose address can stay the same: a generated one has chunks beside it, and brings a
 * runtime of its own.
 */
defineCustomerPortal(document);

let shareScope: unknown;

/** What the protocol of containers begins with. @param scope what the host shares */
export const init = (scope?: unknown): void => {
  shareScope = scope;
};

/**
 * @param request the exposed module: `./mount`
 * @returns what gives that module
 */
export const get = async (request: string): Promise<() => { mount: Mount }> => {
  if (request !== './mount') throw new Error(`portal_shell exposes ./mount, and no ${request}.`);
  return () => ({ mount: (element, options) => mount(element, options, findHostReact(shareScope)) });
};
