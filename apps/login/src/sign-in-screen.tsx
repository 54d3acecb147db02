import { startSession, type SignInMethod } from '@portal/api';
import { readSessionEnd } from '@portal/contract';
import type { I18n } from '@portal/texts';
import {
  Box,
  Button,
  Card,
  Icon,
  OutcomeAlert,
  Stack,
  Typography,
  useSurface,
  type Outcome,
} from '@portal/theme';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Backdrop } from './backdrop';
import { codeIn, CodeLink } from './code-link';
import { CompanyLogo } from './company-logo';
import { IdentifyStep } from './identify-step';
import { keptSignIn, useKeepSignIn } from './kept-sign-in';
import { METHODS } from './methods';
import { MethodToggle } from './method-toggle';
import { ProviderButton, useProviderProblem } from './provider-button';
import { inLanguage, useI18n } from './texts';
import { useSignIn, type SignInFlow } from './use-sign-in';
import { NoCode, VerifyStep } from './verify-step';

const title = (i18n: I18n): string => i18n.t('Sign in');

/** How long "Login successful! Redirecting..." is shown (specification section 9). */
const REDIRECT_DELAY_MS = 1000;

/** Sign-in with a one-time code (specification section 2, "Login screen"). */
export const SignInScreen = () => {
  const { hash, search } = useLocation();
  const [kept] = useState(() => keptSignIn(hash, Date.now()));
  const [method, setMethod] = useState(kept.method);
  const i18n = useI18n();
  const providerProblem = useProviderProblem();
  const problem = navigator.cookieEnabled
    ? providerProblem
    : i18n.t(
        'Your browser blocks cookies, and you cannot sign in without them. Allow them for this site, and reload the page.',
      );
  const email = useSignIn('email', { sent: kept.email, problem });
  const phone = useSignIn('phone', { sent: kept.phone });
  const [linked, setLinked] = useState<string | null>(null);
  useKeepSignIn({ method, email: codeOf(email), phone: codeOf(phone), search: search || kept.search });

  const [seenHash, setSeenHash] = useState('');
  if (hash !== seenHash) {
    setSeenHash(hash);
    const code = codeIn(hash);
    // The mail's link was opened in the browser that requested the code.
    if (code && codeOf(email)) {
      setMethod('email');
      email.fillIn(code);
    } else if (code) setLinked(code);
  }

  const signedIn = [email, phone].find((flow) => flow.state.step === 'done');
  const isSignedIn = signedIn !== undefined;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return undefined;
    // The shell then redirects to the page that the customer wanted.
    const timer = setTimeout(startSession, REDIRECT_DELAY_MS, queryClient);
    return () => clearTimeout(timer);
  }, [isSignedIn, queryClient]);

  return (
    <Card
      sx={{ maxWidth: 440, mx: 'auto', p: { xs: 2.5, sm: 5 }, boxShadow: '0 12px 40px rgb(0 0 0 / 0.06)' }}
    >
      <Backdrop />
      <Stack spacing={3}>
        <CompanyLogo />
        {linked && !signedIn ? (
          <CodeLink code={linked} onSignIn={() => setLinked(null)} />
        ) : (
          <SignInForm flow={signedIn ?? (method === 'email' ? email : phone)} onChoose={setMethod} />
        )}
      </Stack>
    </Card>
  );
};

export const signIn = { title: inLanguage(title), Component: SignInScreen };

/** The sent code that the customer can enter now; null outside of step 2. */
const codeOf = ({ state: { step, sent } }: SignInFlow) => (step === 'verify' ? sent : null);

const SESSION_ENDS = {
  logout: { severity: 'success', text: /*i18n*/ 'You are signed out.' },
  expiry: { severity: 'error', text: /*i18n*/ 'Your session has ended. Please sign in again.' },
} as const;

/** Why the customer has to sign in, if the session ended on this page. */
const useSessionEnd = (): Outcome | null => {
  const i18n = useI18n();
  const end = readSessionEnd(useLocation().state);
  return end ? { ...SESSION_ENDS[end], text: i18n.t(SESSION_ENDS[end].text) } : null;
};

interface SignInFormProps {
  flow: SignInFlow;
  onChoose: (method: SignInMethod) => void;
}

const SignInForm = ({ flow, onChoose }: SignInFormProps) => {
  const i18n = useI18n();
  const { method } = flow;
  const { step, sent, status, pending, earlier } = flow.state;
  const statusId = useId();
  const sessionEnd = useSessionEnd();
  const isStart = step === 'identify' && !sent;
  const { host } = useSurface();
  // Don't move the focus after a press on Email or Phone. In an embedded portal, don't move it before a code was sent.
  const [hasChosen, setHasChosen] = useState(false);
  const autoFocus = !hasChosen && (!host || sent !== null);
  const choose = (chosen: SignInMethod) => {
    setHasChosen(true);
    onChoose(chosen);
  };
  const goBack = () => {
    setHasChosen(false);
    flow.goBack();
  };
  const { heading, icon } = METHODS[method];
  const isDone = step === 'done';
  const name = step === 'verify' ? i18n.t(heading) : title(i18n);
  return (
    <>
      {!isDone && <Typography variant="h1">{name}</Typography>}
      {step === 'identify' && <MethodToggle value={method} onChange={choose} />}
      {!isDone && (
        <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', color: 'text.secondary' }}>
          <Icon path={icon} />
          <Typography variant="body2">
            {step === 'verify'
              ? i18n.t('Enter the access code you received.')
              : i18n.t('We’ll send you a one-time access code.')}
          </Typography>
        </Stack>
      )}
      <div>
        {step === 'identify' && (
          <IdentifyStep key={method} flow={flow} statusId={statusId} autoFocus={autoFocus} />
        )}
        {step === 'verify' && sent && (
          <VerifyStep key={method} flow={flow} sent={sent} statusId={statusId} onGoBack={goBack} />
        )}
        {/* Below the field and the button, which a message thus doesn't move. */}
        <Box id={statusId} sx={pending && { '& .MuiAlert-root': { visibility: 'hidden' } }}>
          <OutcomeAlert
            outcome={status ?? (isStart ? sessionEnd : null)}
            sx={{ mt: isDone ? 0 : 2, alignItems: 'center' }}
          />
        </Box>
        {step === 'identify' && earlier && (
          <Button fullWidth disabled={pending !== null} onClick={flow.enterEarlierCode} sx={{ mt: 2 }}>
            {i18n.t('I already have a code')}
          </Button>
        )}
        {step === 'verify' && sent && <NoCode flow={flow} sent={sent} />}
      </div>
      {step === 'identify' && <ProviderButton />}
    </>
  );
};
