import { TRUSTED_TYPES_POLICIES } from '@portal/contract';
import type {} from 'trusted-types';

/** Sets the address of a script element, as pages that require Trusted Types want it. */
export type SetScriptUrl = (script: HTMLScriptElement, url: string) => void;

/**
 * Creates the function that sets the addresses of scripts of these origins. Others stay plain: they run only in pages
 * that require no Trusted Types, for a local remote.
 */
export const scriptUrls = (origins: readonly string[]): SetScriptUrl => {
  const isOwn = (url: string): boolean => origins.includes(new URL(url, location.href).origin);
  const createPolicy = () => {
    try {
      return window.trustedTypes?.createPolicy(TRUSTED_TYPES_POLICIES.script, {
        // Nobody else has the policy, and nothing else gets to it.
        createScriptURL: (url) => url,
      });
    } catch {
      // A page of a site that embeds the portal, whose policy does not name ours.
      return undefined;
    }
  };
  const policy = createPolicy();
  return (script, url) =>
    void Object.assign(script, { src: isOwn(url) && policy ? policy.createScriptURL(url) : url });
};
