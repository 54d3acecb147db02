import { mdiCellphoneMessage, mdiEmailOutline } from '@mdi/js';
import { useUpdateNotificationPreferences, type NotificationPreferences } from '@portal/api';
import { Button, Card, Divider, FormControl, FormGroup, FormLabel, Stack } from '@portal/theme';
import { useState, type SubmitEvent } from 'react';
import { PreferenceCheckbox } from './preference-checkbox';
import { SaveOutcome } from './save-outcome';

/**
 * The two choices and the button that saves them. What the customer has changed stays as it is, through answers
 * that arrive meanwhile and through a save that fails.
 * @param saved the preferences as the server has them
 */
export const PreferencesForm = ({ saved }: { saved: NotificationPreferences }) => {
  const [changed, setChanged] = useState<Partial<NotificationPreferences>>({});
  const { mutate, reset, status, isPending } = useUpdateNotificationPreferences();
  const wanted = { ...saved, ...changed };

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
          <FormLabel component="legend" sx={{ mb: 1 }}>
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
        <SaveOutcome status={status} />
        <Button type="submit" variant="contained" loading={isPending} sx={{ alignSelf: 'start' }}>
          Save Preferences
        </Button>
      </Stack>
    </Card>
  );
};
