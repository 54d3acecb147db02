import { TRUSTED_TYPES_POLICIES } from '@portal/contract';
import type {} from 'trusted-types';

const isOwn = (url: string): boolean => new URL(url, location.href).origin === location.origin;

/** Refuses other origins. Their scripts run only in pages that require no Trusted Types: of a site, or with a local remote. */
const createScriptURL = (url: string): string => {
  if (isOwn(url)) return url;
  throw new TypeError(`${url} is not a script of this portal.`);
};

const createPolicy = () => {
  try {
    return window.trustedTypes?.createPolicy(TRUSTED_TYPES_POLICIES.script, { createScriptURL });
  } catch {
    // A page of a site that embeds the portal, whose policy does not name ours.
    return undefined;
  }
};

const policy = createPolicy();

/** Sets the address of a script element, as pages that require Trusted Types want it. */
export const setScriptUrl = (script: HTMLScriptElement, url: string): void => {
  Object.assign(script, { src: isOwn(url) && policy ? policy.createScriptURL(url) : url });
};
