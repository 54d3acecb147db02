import { Checkbox, FormControlLabel, Icon, Stack } from '@portal/theme';

interface PreferenceCheckboxProps {
  label: string;
  /** Path data of a 24 × 24 icon. */
  icon: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** One way to be notified; its whole row can be pressed. */
export const PreferenceCheckbox = ({ label, icon, checked, onChange }: PreferenceCheckboxProps) => (
  <FormControlLabel
    sx={{ marginInline: 0, py: 1, minBlockSize: 56 }}
    control={<Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} />}
    label={
      <Stack component="span" direction="row" sx={{ alignItems: 'center', gap: 1.5, paddingInlineStart: 1 }}>
        <Icon path={icon} color="action" />
        <span>{label}</span>
      </Stack>
    }
  />
);
