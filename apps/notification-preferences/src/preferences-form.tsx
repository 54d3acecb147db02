import { mdiCellphoneMessage, mdiEmailOutline } from '@mdi/js';
import { useUpdateNotificationPreferences, type NotificationPreferences } from '@portal/api';
import { Button, Card, Divider, FormControl, FormGroup, FormLabel, Stack } from '@portal/theme';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { PreferenceCheckbox } from './preference-checkbox';
import { SaveOutcome } from './save-outcome';

/** A question, not a field's label: it stays readable while the fields below are focused or disabled. */
const legendLook = { mb: 1, '&.Mui-focused, &.Mui-disabled': { color: 'text.secondary' } };

/**
 * The two choices and the button that saves them. What the customer has changed stays as it is, through answers
 * that arrive meanwhile and through a save that fails.
 * @param saved the preferences as the server has them
 */
export const PreferencesForm = ({ saved }: { saved: NotificationPreferences }) => {
  const [changed, setChanged] = useState<Partial<NotificationPreferences>>({});
  const { mutate, reset, status, isPending } = useUpdateNotificationPreferences();
  const wanted = { ...saved, ...changed };
  const saveButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // Browsers take the focus from a button that gets disabled. It comes back, unless it has moved on.
    const saveEnded = status === 'success' || status === 'error';
    if (saveEnded && document.activeElement === document.body) saveButton.current?.focus();
  }, [status]);

  const change = (choice: Partial<NotificationPreferences>) => {
    setChanged({ ...changed, ...choice });
    // What was said of the last save does not hold for what is on the screen now.
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
          <FormLabel component="legend" sx={legendLook}>
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
          <SaveOutcome status={status} />
          <Button ref={saveButton} type="submit" variant="contained" loading={isPending}>
            Save Preferences
          </Button>
        </div>
      </Stack>
    </Card>
  );
};
