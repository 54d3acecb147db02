import { TRUSTED_TYPES_POLICIES } from '@portal/contract';
import { EmbedError } from './embed-response';

/** What the policy must contain, by the violated directive. */
const advice = (directive: string, origin: string): string =>
  /trusted-types/.test(directive)
    ? `trusted-types must name ${Object.values(TRUSTED_TYPES_POLICIES).join(' and ')}, with 'allow-duplicates'`
    : `${directive.replace(/-elem$/, '')} must name ${origin}`;

const NEEDED = /^(?:connect-src|script-src|script-src-elem|(?:require-)?trusted-types(?:-for)?)$/;

/** Watches for requests of a portal that the page's Content-Security-Policy blocks. @param onScript called for each blocked script, also of a running portal */
export const watchPolicy = (portalUrl: string, onScript: (refusal: EmbedError) => void) => {
  const { origin } = new URL(portalUrl);
  let refusedBy: string | undefined;
  const refusalBy = (directive: string, options?: ErrorOptions) =>
    new EmbedError(
      'The portal could not be started, because the security policy of this page does not allow it.',
      `In this page's Content-Security-Policy, ${advice(directive, origin)}.`,
      { ...options, isFinal: true },
    );
  const listen = ({ disposition, effectiveDirective, blockedURI, sample }: SecurityPolicyViolationEvent) => {
    if (disposition !== 'enforce' || !NEEDED.test(effectiveDirective)) return;
    // For a script URL, `sample` ends with its first 40 characters; for a policy, with its name.
    const isOurs = [blockedURI, sample.split('|').at(-1) ?? ''].some(
      (text) => text !== '' && (text.startsWith(origin.slice(0, 40)) || text.startsWith('portal-')),
    );
    if (isOurs) refusedBy = effectiveDirective;
    if (/^script-src/.test(effectiveDirective) && blockedURI.startsWith(`${portalUrl}/releases/`))
      onScript(refusalBy(effectiveDirective));
  };
  document.addEventListener('securitypolicyviolation', listen);
  return {
    stop: () => document.removeEventListener('securitypolicyviolation', listen),
    /** The error to show if a policy is the reason. Waits for the event, which browsers dispatch in a later task. */
    refusal: async (cause: unknown): Promise<EmbedError | undefined> => {
      await new Promise((resolve) => setTimeout(resolve));
      return refusedBy === undefined ? undefined : refusalBy(refusedBy, { cause });
    },
  };
};
