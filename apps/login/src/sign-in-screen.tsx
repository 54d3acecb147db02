import { Card, Stack, Typography } from '@portal/theme';
import { OutcomeAlert } from '@portal/theme/outcome-alert';
import { CompanyLogo } from './company-logo';
import { IdentifyStep } from './identify-step';
import { MethodToggle } from './method-toggle';
import { useRedirect } from './use-redirect';
import { useSignIn } from './use-sign-in';
import { VerifyStep } from './verify-step';

const title = 'Sign in';

/** Sign-in with a one-time code (specification section 2, "Login screen"). */
export const SignInScreen = () => {
  const { state, send, verify, choose, goBack } = useSignIn();
  const { method, step, status } = state;
  useRedirect(step === 'done');

  return (
    <Card
      sx={{ maxWidth: 440, mx: 'auto', p: { xs: 2.5, sm: 5 }, boxShadow: '0 12px 40px rgb(0 0 0 / 0.06)' }}
    >
      <Stack spacing={3}>
        <CompanyLogo />
        <Stack spacing={1}>
          <Typography variant="h1">{title}</Typography>
          <Typography color="textSecondary">
            {step === 'identify'
              ? 'We’ll send you a one-time access code.'
              : 'Enter the access code you received.'}
          </Typography>
        </Stack>
        <div>
          <MethodToggle value={method} disabled={step === 'done'} onChange={choose} />
          <OutcomeAlert outcome={status} sx={{ mt: 3 }} />
        </div>
        {step === 'identify' ? (
          <IdentifyStep key={method} state={state} onSend={send} />
        ) : (
          <VerifyStep state={state} onVerify={verify} onSend={send} onGoBack={goBack} />
        )}
      </Stack>
    </Card>
  );
};

export const signIn = { title, Component: SignInScreen };
