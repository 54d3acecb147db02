import { useMutation } from '@tanstack/react-query';
import { useReducer } from 'react';
import { readAccessCode } from './access-code';
import {
  codeRequestResponded,
  codeRequestFailed,
  verificationResponded,
  verificationFailed,
} from './sign-in-messages';
import { METHODS } from './methods';
import { useI18n } from './texts';
import { signIn, start, type MethodName, type SentCode } from './sign-in-state';

/**
 * The login flow of one method, and its calls. `goBack` discards the response of a pending call.
 * @param sent the code that was sent before the page was reloaded
 * @param problem the error message to start with
 */
export const useSignIn = (method: MethodName, sent: SentCode | null, problem?: string) => {
  const i18n = useI18n();
  const [state, dispatch] = useReducer(signIn, { sent, problem }, start);
  const { requestCode, verifyCode } = METHODS[method];
  const sending = useMutation({ mutationFn: requestCode });
  const verifying = useMutation({ mutationFn: verifyCode });

  const send = (to: string) => {
    dispatch({ type: 'called', pending: 'send' });
    sending.mutate(to, {
      onSuccess: (response) => dispatch(codeRequestResponded(to, response, Date.now(), i18n)),
      onError: (error) => dispatch(codeRequestFailed(to, error, Date.now(), i18n)),
    });
  };

  const verify = (text: string) => {
    if (!state.sent) return;
    const code = readAccessCode(text);
    dispatch({ type: 'called', pending: 'verify' });
    const verification = { identifier: state.sent.to, code };
    verifying.mutate(verification, {
      onSuccess: (response) => dispatch(verificationResponded(response, i18n)),
      onError: (error) => dispatch(verificationFailed(error, i18n)),
    });
  };

  return {
    state,
    send,
    verify,
    typeIdentifier: (text: string) => dispatch({ type: 'typed', field: 'identifier', text }),
    typeCode: (text: string, isByHand: boolean) => dispatch({ type: 'typed', field: 'code', text, isByHand }),
    fillIn: (code: string) =>
      dispatch({ type: 'code-arrived', code, text: i18n.t('Your code is filled in.') }),
    enterEarlierCode: () => dispatch({ type: 'has-code' }),
    goBack: () => {
      sending.reset();
      verifying.reset();
      dispatch({ type: 'went-back' });
    },
  };
};

export type SignInFlow = ReturnType<typeof useSignIn>;
