import { http } from '@portal/api';
import type { PortalOutcome } from '@portal/embed';
import { isAxiosError, isCancel } from 'axios';
import type { PortalEvent } from 'embed/contract';

/** The outcome of a call for the embedder's analytics, by the call's path. */
const OUTCOMES: Record<string, { done: PortalOutcome; refused?: PortalOutcome }> = {
  '/customer-login/email': { done: 'code-requested' },
  '/customer-login/phone': { done: 'code-requested' },
  '/customer-login/email/verify': { done: 'signed-in', refused: 'code-refused' },
  '/customer-login/phone/verify': { done: 'signed-in', refused: 'code-refused' },
  '/serviceOrder/update-notification-status': { done: 'preferences-saved' },
};

const SERVER_FAULT = 500;

/** The portal's own server refuses with a status; another one may respond with 200 and `success: false`. */
const isRefusal = (json: unknown): boolean => typeof json === 'string' && /"success"\s*:\s*false/.test(json);

const failureOf = (error: unknown): PortalOutcome | undefined => {
  if (!isAxiosError(error) || isCancel(error)) return undefined;
  const { response, config } = error;
  if (!response || response.status >= SERVER_FAULT) return 'call-failed';
  return OUTCOMES[config?.url ?? '']?.refused;
};

/** Reports the outcomes of all calls. @returns a function that stops it */
export const reportOutcomes = (emit: (event: PortalEvent) => void): (() => void) => {
  const report = (name: PortalOutcome | undefined) => {
    if (name) emit({ type: 'event', name });
  };
  const interceptor = http.interceptors.response.use(
    (response) => {
      const outcome = OUTCOMES[response.config.url ?? ''];
      report(isRefusal(response.data) ? outcome?.refused : outcome?.done);
      return response;
    },
    (error: unknown) => {
      report(failureOf(error));
      throw error;
    },
  );
  return () => http.interceptors.response.eject(interceptor);
};
