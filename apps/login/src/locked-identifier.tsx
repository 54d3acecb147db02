import { Button, TextField } from '@portal/theme';

interface LockedIdentifierProps {
  label: string;
  value: string;
  disabled: boolean;
  onChange: () => void;
}

/** The field of step 1 while the code is awaited: it cannot be edited, but gone back to. */
export const LockedIdentifier = ({ label, value, disabled, onChange }: LockedIdentifierProps) => (
  <TextField
    fullWidth
    label={label}
    value={value}
    slotProps={{
      htmlInput: { readOnly: true, dir: 'ltr', style: { textOverflow: 'ellipsis' } },
      input: {
        sx: { bgcolor: 'action.hover' },
        endAdornment: (
          <Button disabled={disabled} onClick={onChange} sx={{ flexShrink: 0 }}>
            Change
          </Button>
        ),
      },
    }}
  />
);
