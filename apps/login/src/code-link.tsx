import { Button, Stack, Typography } from '@portal/theme';
import { useI18n } from './texts';

/** The code in the address of the mail's link, `/login#code=123456`; null unless it has 4 to 12 digits. */
export const codeIn = (hash: string): string | null => /^#code=(\d{4,12})$/.exec(hash)?.[1] ?? null;

const GROUPS_OF_THREE = /(?=(?:\d{3})+$)(?!^)/g;

/**
 * In a browser that did not request the code: shows it, and where to enter it. Codes are bound to their request (ASVS 5.0
 * 6.6.2). The link itself never signs anybody in: the customer presses the button.
 */
export const CodeLink = ({ code, onSignIn }: { code: string; onSignIn: () => void }) => {
  const i18n = useI18n();
  return (
    <Stack role="status" spacing={2}>
      <Typography variant="h1">{i18n.t('Enter your code where you asked for it')}</Typography>
      <Typography
        translate="no"
        sx={{
          fontSize: '2rem',
          fontWeight: 650,
          letterSpacing: '0.08em',
          fontVariantNumeric: 'tabular-nums',
          userSelect: 'all',
        }}
      >
        {code.replace(GROUPS_OF_THREE, ' ')}
      </Typography>
      <Typography>
        {i18n.t('It works only in the browser that asked for it. To sign in here, ask for a new one.')}
      </Typography>
      <Button variant="outlined" onClick={onSignIn}>
        {i18n.t('Sign in here instead')}
      </Button>
    </Stack>
  );
};
