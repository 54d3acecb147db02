import { Button } from '@portal/theme';
import { Notice } from '../page/notice';
import { useI18n } from '../texts';
import { useSignOut } from '../session/session';

/** Says that the session goes on after a Logout that failed, and offers another one. */
export const SignOutFailure = () => {
  const i18n = useI18n();
  const { signOut, status } = useSignOut();
  if (status !== 'error') return null;
  return (
    <Notice
      severity="error"
      square
      actions={
        <Button color="inherit" onClick={() => signOut()}>
          {i18n.t('Try again')}
        </Button>
      }
    >
      {i18n.t('Logout failed. You are still signed in.')}
    </Notice>
  );
};
