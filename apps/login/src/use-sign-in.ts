import { useMutation } from '@tanstack/react-query';
import { useReducer } from 'react';
import {
  codeRequestAnswered,
  codeRequestFailed,
  verificationAnswered,
  verificationFailed,
} from './sign-in-messages';
import { METHODS } from './methods';
import { signIn, start, type MethodName, type SignInEvent } from './sign-in-state';

/**
 * The login flow and its calls. Switching the method or going back discards the response of a pending call.
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
      onSuccess: (response) => dispatch(codeRequestAnswered(to, response, Date.now())),
      onError: (error) => dispatch(codeRequestFailed(to, error, Date.now())),
    });
  };

  const verify = (code: string) => {
    if (state.sentTo === null) return;
    dispatch({ type: 'called', pending: 'verify' });
    const verification = { identifier: state.sentTo, code };
    verifying.mutate(verification, {
      onSuccess: (response) => dispatch(verificationAnswered(response)),
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
