import { Icon, ToggleButton, ToggleButtonGroup } from '@portal/theme';
import { METHODS } from './methods';
import type { MethodName } from './sign-in-state';

interface MethodToggleProps {
  value: MethodName;
  disabled: boolean;
  onChange: (method: MethodName) => void;
}

const NAMES = ['email', 'phone'] as const;

/** A full border for each button: MUI's shared borders ignore the writing direction. */
const buttonStyles = {
  gap: 1,
  py: 1.25,
  color: 'text.secondary',
  '&&&': { m: 0, borderRadius: 1, border: '1px solid', borderColor: 'divider' },
  // The border width marks the selected button in forced colors.
  '&&&.Mui-selected': { color: 'text.primary', borderColor: 'primary.main', borderWidth: 2 },
};

/** Switches between Email and Phone. */
export const MethodToggle = ({ value, disabled, onChange }: MethodToggleProps) => (
  <ToggleButtonGroup
    exclusive
    fullWidth
    color="primary"
    aria-label="Sign in with"
    value={value}
    disabled={disabled}
    sx={{ gap: 1 }}
  >
    {NAMES.map((name) => (
      <ToggleButton
        key={name}
        value={name}
        onClick={() => name !== value && onChange(name)}
        sx={buttonStyles}
      >
        <Icon path={METHODS[name].icon} fontSize="small" color={name === value ? 'primary' : 'inherit'} />
        {METHODS[name].label}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
