import { TRUSTED_TYPES_POLICIES } from '@portal/contract';
import { EmbedError } from './embed-answer';

/** What a policy must say, by the directive that refused. */
const advice = (directive: string, origin: string): string =>
  /trusted-types/.test(directive)
    ? `trusted-types must name ${Object.values(TRUSTED_TYPES_POLICIES).join(' and ')}, with 'allow-duplicates'`
    : `${directive.replace(/-elem$/, '')} must name ${origin}`;

const NEEDED = /^(?:connect-src|script-src|script-src-elem|(?:require-)?trusted-types(?:-for)?)$/;

/**
 * Watches what the page's Content-Security-Policy refuses of a portal. A refused request fails like one without a
 * connection; only this event of the browser tells the difference.
 */
export const watchPolicy = (portalUrl: string) => {
  const { origin } = new URL(portalUrl);
  let refusedBy: string | undefined;
  const listen = ({ disposition, effectiveDirective, blockedURI, sample }: SecurityPolicyViolationEvent) => {
    if (disposition !== 'enforce' || !NEEDED.test(effectiveDirective)) return;
    // Of a script's address, the sample has the first 40 characters; of a policy, its name.
    const isOurs = [blockedURI, sample.split('|').at(-1) ?? ''].some(
      (text) => text !== '' && (text.startsWith(origin.slice(0, 40)) || text.startsWith('portal-')),
    );
    if (isOurs) refusedBy = effectiveDirective;
  };
  document.addEventListener('securitypolicyviolation', listen);
  return {
    stop: () => document.removeEventListener('securitypolicyviolation', listen),
    /** Why the portal can't start, if a policy is the reason. The browser tells it in a task of its own. */
    refusal: async (cause: unknown): Promise<EmbedError | undefined> => {
      await new Promise((resolve) => setTimeout(resolve));
      return refusedBy === undefined
        ? undefined
        : new EmbedError(
            'The portal could not be started, because the security policy of this page does not allow it.',
            `In this page's Content-Security-Policy, ${advice(refusedBy, origin)}.`,
            { cause, isFinal: true },
          );
    },
  };
};
