import { Icon, ToggleButton, ToggleButtonGroup } from '@portal/theme';
import { METHODS } from './methods';
import type { MethodName } from './sign-in-state';

interface MethodToggleProps {
  value: MethodName;
  disabled: boolean;
  onChange: (method: MethodName) => void;
}

const NAMES = ['email', 'phone'] as const;

/** Chooses between Email and Phone. */
export const MethodToggle = ({ value, disabled, onChange }: MethodToggleProps) => (
  <ToggleButtonGroup
    exclusive
    fullWidth
    color="primary"
    aria-label="Sign in with"
    value={value}
    disabled={disabled}
  >
    {NAMES.map((name) => (
      <ToggleButton
        key={name}
        value={name}
        onClick={() => name !== value && onChange(name)}
        sx={{ gap: 1, py: 1.25, color: 'text.secondary', '&.Mui-selected': { color: 'text.primary' } }}
      >
        <Icon path={METHODS[name].icon} fontSize="small" color={name === value ? 'primary' : 'inherit'} />
        {METHODS[name].label}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
