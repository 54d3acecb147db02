import type {} from 'trusted-types';
import { TRUSTED_TYPES_POLICIES } from './html';

const createPolicy = () => {
  try {
    return window.trustedTypes?.createPolicy(TRUSTED_TYPES_POLICIES.script, {
      // Only the function below uses the policy, and only for the portal's own origin.
      createScriptURL: (url) => url,
    });
  } catch {
    // The Content-Security-Policy of an embedder's page doesn't name this policy.
    return undefined;
  }
};

/** Returns a function that sets the `src` of script elements, for this origin through a Trusted Types policy. */
export const scriptUrls = (origin: string): ((script: HTMLScriptElement, url: string) => void) => {
  const policy = createPolicy();
  return (script, url) => {
    const isOwn = new URL(url, location.href).origin === origin;
    // TypeScript does not know that the property takes a TrustedScriptURL.
    script.src = (policy && isOwn ? policy.createScriptURL(url) : url) as string;
  };
};
