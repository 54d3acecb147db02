/** The two ways to sign in. */
export type MethodName = 'email' | 'phone';

export interface Status {
  severity: 'success' | 'error';
  text: string;
}

/** The login flow of specification section 4: identify, then verify after a successful code request. */
export interface SignInState {
  method: MethodName;
  step: 'identify' | 'verify' | 'done';
  /** The call that is under way; there is never more than one. */
  pending: 'send' | 'verify' | null;
  status: Status | null;
  /** To whom the last code was sent, remembered while the customer goes back to change it. */
  sentTo: string | null;
  /** How many codes have been sent; a new one makes the one before it useless. */
  codesSent: number;
  /** When the server accepts to send the next code, in milliseconds since the epoch. */
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

/** The flow at its beginning. */
export const start = (method: MethodName): SignInState => ({
  method,
  step: 'identify',
  pending: null,
  status: null,
  sentTo: null,
  codesSent: 0,
  resendAt: 0,
});

const failure = (text: string): Status => ({ severity: 'error', text });
const success = (text: string): Status => ({ severity: 'success', text });

/** What comes after `state` when something has happened; knows neither clock nor calls. */
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
        // Asked again for the same identifier, the code that is on its way already is the one to enter.
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
