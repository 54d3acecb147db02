import { useMutation } from '@tanstack/react-query';
import { useReducer } from 'react';
import { codeRequestAnswered, codeRequestFailed, verificationAnswered, verificationFailed } from './answers';
import { METHODS } from './methods';
import { signIn, start, type MethodName, type SignInEvent } from './sign-in-state';

/**
 * The login flow and its calls; the buttons are disabled while one is under way. Choosing another method or
 * going back drops an answer that is still on its way.
 */
export const useSignIn = () => {
  const [state, dispatch] = useReducer(signIn, 'email', start);
  const { requestCode, verifyCode } = METHODS[state.method];
  const sending = useMutation({ mutationFn: requestCode });
  const verifying = useMutation({ mutationFn: verifyCode });

  const leave = (event: SignInEvent) => {
    sending.reset();
    verifying.reset();
    dispatch(event);
  };

  const send = (to: string) => {
    dispatch({ type: 'called', pending: 'send' });
    sending.mutate(to, {
      onSuccess: (outcome) => dispatch(codeRequestAnswered(to, outcome, Date.now())),
      onError: (error) => dispatch(codeRequestFailed(to, error, Date.now())),
    });
  };

  const verify = (code: string) => {
    if (state.sentTo === null) return;
    dispatch({ type: 'called', pending: 'verify' });
    const verification = { identifier: state.sentTo, code };
    verifying.mutate(verification, {
      onSuccess: (outcome) => dispatch(verificationAnswered(outcome)),
      onError: (error) => dispatch(verificationFailed(error)),
    });
  };

  return {
    state,
    send,
    verify,
    choose: (method: MethodName) => leave({ type: 'method-chosen', method }),
    goBack: () => leave({ type: 'went-back' }),
  };
};
