import type { Outcome } from '@portal/theme/outcome-alert';

/** The two sign-in methods. */
export type MethodName = 'email' | 'phone';

/** The login flow of specification section 4: identify, then verify after a successful code request. */
export interface SignInState {
  method: MethodName;
  step: 'identify' | 'verify' | 'done';
  /** The pending call; there is at most one. */
  pending: 'send' | 'verify' | null;
  status: Outcome | null;
  /** The identifier that the last code was sent to; kept when the customer goes back to change it. */
  sentTo: string | null;
  /** The number of codes sent. Each new code invalidates the one before. */
  codesSent: number;
  /** When the server accepts the next request, in milliseconds since the epoch. */
  resendAt: number;
}

export type SignInEvent =
  | { type: 'method-chosen'; method: MethodName }
  | { type: 'called'; pending: 'send' | 'verify' }
  | { type: 'code-sent'; to: string; text: string; resendAt: number }
  | { type: 'code-not-due'; to: string; text: string; resendAt: number }
  | { type: 'refused'; text: string }
  | { type: 'went-back' }
  | { type: 'verified' };

/** The initial state. */
export const start = (method: MethodName): SignInState => ({
  method,
  step: 'identify',
  pending: null,
  status: null,
  sentTo: null,
  codesSent: 0,
  resendAt: 0,
});

const failure = (text: string): Outcome => ({ severity: 'error', text });
const success = (text: string): Outcome => ({ severity: 'success', text });

/** The reducer of the flow. Events carry times and responses, so that it needs neither clock nor network. */
export const signIn = (state: SignInState, event: SignInEvent): SignInState => {
  switch (event.type) {
    case 'method-chosen':
      return start(event.method);
    case 'called':
      return { ...state, pending: event.pending, status: null };
    case 'code-sent':
      return {
        ...state,
        step: 'verify',
        pending: null,
        status: success(event.text),
        sentTo: event.to,
        codesSent: state.codesSent + 1,
        resendAt: event.resendAt,
      };
    case 'code-not-due':
      return {
        ...state,
        // For the same identifier, the code sent before is still valid.
        step: event.to === state.sentTo ? 'verify' : state.step,
        pending: null,
        status: failure(event.text),
        resendAt: event.resendAt,
      };
    case 'refused':
      return { ...state, pending: null, status: failure(event.text) };
    case 'went-back':
      return { ...state, step: 'identify', pending: null, status: null };
    case 'verified':
      return { ...state, step: 'done', pending: null, status: success('Login successful! Redirecting...') };
  }
};
