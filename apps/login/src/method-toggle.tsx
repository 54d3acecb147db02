import type { SignInMethod } from '@portal/api';
import { Icon, Stack, ToggleButton } from '@portal/theme';
import { METHODS } from './methods';
import { useI18n } from './texts';

interface MethodToggleProps {
  value: SignInMethod;
  onChange: (method: SignInMethod) => void;
}

const NAMES = ['email', 'phone'] as const;

/** Switches between Email and Phone. Each button is a tab stop; MUI's `ToggleButtonGroup` has one for both. */
export const MethodToggle = ({ value, onChange }: MethodToggleProps) => {
  const i18n = useI18n();
  return (
    <Stack role="group" aria-label={i18n.t('Sign in with')} direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {NAMES.map((name) => (
        <ToggleButton
          key={name}
          value={name}
          selected={name === value}
          onClick={() => onChange(name)}
          sx={{ gap: 1, py: 1.25, flex: '1 1 6.5rem', overflowWrap: 'normal' }}
        >
          <Icon path={METHODS[name].icon} fontSize="small" color={name === value ? 'primary' : 'inherit'} />
          {i18n.t(METHODS[name].label)}
        </ToggleButton>
      ))}
    </Stack>
  );
};
