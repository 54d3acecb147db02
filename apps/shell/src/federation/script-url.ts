import { TRUSTED_TYPES_POLICIES } from '@portal/contract';
import type {} from 'trusted-types';

/** Sets the `src` of a script element, also in pages that require Trusted Types. */
export type SetScriptUrl = (script: HTMLScriptElement, url: string) => void;

/** Sets `src` through a Trusted Types policy for these origins. Other URLs stay strings. */
export const scriptUrls = (origins: readonly string[]): SetScriptUrl => {
  const isOwn = (url: string): boolean => origins.includes(new URL(url, location.href).origin);
  const createPolicy = () => {
    try {
      return window.trustedTypes?.createPolicy(TRUSTED_TYPES_POLICIES.script, {
        // Only the function below uses the policy, and only for its own origins.
        createScriptURL: (url) => url,
      });
    } catch {
      // The Content-Security-Policy of an embedder's page doesn't name this policy.
      return undefined;
    }
  };
  const policy = createPolicy();
  return (script, url) =>
    void Object.assign(script, { src: isOwn(url) && policy ? policy.createScriptURL(url) : url });
};
