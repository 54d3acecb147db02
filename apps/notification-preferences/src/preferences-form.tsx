import { mdiCellphoneMessage, mdiEmailOutline } from '@mdi/js';
import { useUpdateNotificationPreferences, type NotificationPreferences } from '@portal/api';
import {
  Button,
  Card,
  Checkbox,
  Divider,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormLabel,
  Icon,
  Stack,
} from '@portal/theme';
import { OutcomeAlert, type Outcome } from '@portal/theme/outcome-alert';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';

/** Specification section 8. */
const OUTCOMES: Partial<Record<string, Outcome>> = {
  success: { severity: 'success', text: 'Preferences saved successfully!' },
  error: { severity: 'error', text: 'Failed to save preferences' },
};

/** Keeps the question readable while the checkboxes are focused or disabled. */
const legendStyles = { mb: 1, '&.Mui-focused, &.Mui-disabled': { color: 'text.secondary' } };

/**
 * Two checkboxes and a save button. Unsaved changes survive a refetch and a failed save.
 * @param saved the preferences on the server
 */
export const PreferencesForm = ({ saved }: { saved: NotificationPreferences }) => {
  const [changed, setChanged] = useState<Partial<NotificationPreferences>>({});
  const { mutate, reset, status, isPending } = useUpdateNotificationPreferences();
  const wanted = { ...saved, ...changed };
  const saveButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // A disabled button loses the focus; restore it unless the customer has moved on.
    const saveEnded = status === 'success' || status === 'error';
    if (saveEnded && document.activeElement === document.body) saveButton.current?.focus();
  }, [status]);

  const change = (choice: Partial<NotificationPreferences>) => {
    setChanged({ ...changed, ...choice });
    // The outcome of the last save no longer matches the form.
    if (!isPending) reset();
  };

  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate(wanted, { onSuccess: () => setChanged({}) });
  };

  return (
    <Card component="form" onSubmit={save} sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack spacing={3}>
        <FormControl component="fieldset" disabled={isPending}>
          <FormLabel component="legend" sx={legendStyles}>
            How should we tell you about progress of your service orders?
          </FormLabel>
          <FormGroup>
            <PreferenceCheckbox
              label="Receive Email Notifications"
              icon={mdiEmailOutline}
              checked={wanted.email}
              onChange={(email) => change({ email })}
            />
            <Divider aria-hidden />
            <PreferenceCheckbox
              label="Receive SMS Notifications"
              icon={mdiCellphoneMessage}
              checked={wanted.sms}
              onChange={(sms) => change({ sms })}
            />
          </FormGroup>
        </FormControl>
        <div>
          <OutcomeAlert outcome={OUTCOMES[status] ?? null} sx={{ mb: 3 }} />
          <Button ref={saveButton} type="submit" variant="contained" loading={isPending}>
            Save Preferences
          </Button>
        </div>
      </Stack>
    </Card>
  );
};

interface PreferenceCheckboxProps {
  label: string;
  /** Path data of a 24 × 24 icon. */
  icon: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox whose whole row is clickable. */
const PreferenceCheckbox = ({ label, icon, checked, onChange }: PreferenceCheckboxProps) => (
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
