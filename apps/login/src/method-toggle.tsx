import { Icon, ToggleButton, ToggleButtonGroup } from '@portal/theme';
import { METHODS } from './methods';
import type { MethodName } from './sign-in-state';

interface MethodToggleProps {
  value: MethodName;
  disabled: boolean;
  onChange: (method: MethodName) => void;
}

const NAMES = ['email', 'phone'] as const;

/** Each has a whole border of its own: the shared one of a group knows left and right only. */
const look = {
  gap: 1,
  py: 1.25,
  color: 'text.secondary',
  '&&&': { m: 0, borderRadius: 1, border: '1px solid', borderColor: 'divider' },
  // Its width tells the chosen one where there are no colours.
  '&&&.Mui-selected': { color: 'text.primary', borderColor: 'primary.main', borderWidth: 2 },
};

/** Chooses between Email and Phone. */
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
      <ToggleButton key={name} value={name} onClick={() => name !== value && onChange(name)} sx={look}>
        <Icon path={METHODS[name].icon} fontSize="small" color={name === value ? 'primary' : 'inherit'} />
        {METHODS[name].label}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
