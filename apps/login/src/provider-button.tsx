import { http } from '@portal/api';
import { readReturnTo } from '@portal/contract';
import { Button, useBrand, useSurface } from '@portal/theme';
import { useLocation } from 'react-router-dom';
import { useI18n } from './texts';

/** The messages for `?problem=`, after a failure at the identity provider. A link can select one, but not write one. */
const PROBLEMS = new Map([
  ['cancelled', /*i18n*/ 'You did not finish signing in with {name}. Try again, or sign in with a code.'],
  ['failed', /*i18n*/ 'Signing in with {name} did not work. Try again, or sign in with a code.'],
  [
    'unknown',
    /*i18n*/ 'We do not recognize the email address that {name} gave us. Sign in with a code instead.',
  ],
  [
    'stayed',
    /*i18n*/ 'You are signed out here, but you may still be signed in with {name}, which is not responding. Try again there later.',
  ],
]);

/** The company's identity provider. An embedded portal can't leave the embedder's page for it. */
const useProvider = () => {
  const { signIn } = useBrand();
  const { host } = useSurface();
  return host ? undefined : signIn;
};

/** The message for a failed sign-in or sign-out at the identity provider. */
export const useProviderProblem = (): string | undefined => {
  const i18n = useI18n();
  const provider = useProvider();
  const { search } = useLocation();
  const problem = PROBLEMS.get(new URLSearchParams(search).get('problem') ?? '');
  return provider && problem && i18n.t(problem, { name: provider.name });
};

/** Links to the sign-in at the company's identity provider, which then returns to the requested screen. */
export const ProviderButton = () => {
  const i18n = useI18n();
  const provider = useProvider();
  const { search } = useLocation();
  if (!provider) return null;
  const query = new URLSearchParams({ returnTo: readReturnTo(search) });
  return (
    <Button
      href={`${http.defaults.baseURL ?? ''}/sign-in/oidc?${query}`}
      variant="outlined"
      size="large"
      fullWidth
    >
      {i18n.t('Continue with {name}', { name: provider.name })}
    </Button>
  );
};
