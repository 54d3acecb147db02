import { Checkbox, FormControlLabel, Icon, Stack, Typography } from '@portal/theme';
import { useId } from 'react';
import { useI18n } from './texts';

/** A choice of the form; `contact` is where the messages go. */
export interface PreferenceCheckboxProps {
  label: string;
  /** Path data of a 24 × 24 icon. */
  icon: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The masked address or number; null if the customer has none, undefined if the server doesn't say. */
  contact?: string | null | undefined;
  /** Shown if `contact` is null. */
  withoutContact?: string;
}

/** The edge of the label's text: after checkbox and icon, which are as large as the text. */
const LABEL_START = 'calc(18px + 1.5rem + 8px + 1.5rem + 12px)';

/** A checkbox with a clickable row, and the contact that receives the messages. */
export const PreferenceCheckbox = ({
  label,
  icon,
  checked,
  onChange,
  contact,
  withoutContact,
}: PreferenceCheckboxProps) => {
  const i18n = useI18n();
  const place = useId();
  return (
    <div>
      <FormControlLabel
        sx={{ marginInline: 0, py: 1, minBlockSize: 56, inlineSize: '100%' }}
        control={
          <Checkbox
            checked={checked}
            onChange={(event) => onChange(event.target.checked)}
            {...(contact !== undefined && { slotProps: { input: { 'aria-describedby': place } } })}
          />
        }
        label={
          <Stack
            component="span"
            direction="row"
            sx={{ alignItems: 'center', gap: 1.5, paddingInlineStart: 1 }}
          >
            <Icon path={icon} color="action" />
            <span>{label}</span>
          </Stack>
        }
      />
      {contact !== undefined && (
        <Typography
          id={place}
          variant="body2"
          sx={{ color: 'text.secondary', mt: -1, pb: 1.5, paddingInlineStart: LABEL_START }}
        >
          {contact === null ? withoutContact : i18n.t('To {contact}', { contact })}
        </Typography>
      )}
    </div>
  );
};
