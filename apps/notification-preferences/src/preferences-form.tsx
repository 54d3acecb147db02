import { mdiCellphoneMessage, mdiEmailOutline } from '@mdi/js';
import {
  useUpdateNotificationPreferences,
  type NotificationPreferences,
  type NotificationStatus,
} from '@portal/api';
import {
  Button,
  Card,
  Divider,
  FormControl,
  FormGroup,
  OutcomeAlert,
  Stack,
  Typography,
  type Outcome,
} from '@portal/theme';
import { useEffect, useId, useRef, type SubmitEvent } from 'react';
import { forgetChoice, keepChoice, useDraft } from './draft';
import { PreferenceCheckbox } from './preference-checkbox';
import { useI18n } from './texts';

/** Specification section 8. */
const OUTCOMES: Partial<Record<string, Outcome>> = {
  success: { severity: 'success', text: /*i18n*/ 'Preferences saved successfully!' },
  error: { severity: 'error', text: /*i18n*/ 'Failed to save preferences' },
};

const note = { variant: 'body2', sx: { color: 'text.secondary' } } as const;

/** Unsaved changes survive a refetch, a failed save, a visit to another screen, and a sign-in that interrupts a save. */
export const PreferencesForm = ({ saved }: { saved: NotificationStatus }) => {
  const i18n = useI18n();
  const [draft, setDraft] = useDraft();
  const { mutate, reset, status, isPending } = useUpdateNotificationPreferences();
  const { email, sms } = { ...saved, ...draft };
  const isUnsaved = email !== saved.email || sms !== saved.sms;
  const form = useRef<HTMLFormElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const isSaving = useRef(false);
  const heading = useId();
  const occasions = useId();
  const unsaved = useId();

  useEffect(() => {
    // The form held the focus for the disabled button. Give it back, unless the customer has moved on.
    if (!isPending && form.current?.matches(':focus')) saveButton.current?.focus();
  }, [isPending]);

  const change = (choice: Partial<NotificationPreferences>) => {
    setDraft({ ...draft, ...choice });
    // The outcome of the last save no longer matches the form.
    if (!isPending) reset();
  };

  const save = (event: SubmitEvent) => {
    event.preventDefault();
    // `isPending` changes with the next render, and a second press can come before it.
    if (isSaving.current) return;
    isSaving.current = true;
    keepChoice({ email, sms });
    // A disabled button loses the focus to the page, where the next key would act on something else.
    form.current?.focus({ preventScroll: true });
    // If the session ends, the form unmounts before these callbacks, so the choice stays.
    mutate(
      { email, sms },
      {
        onSuccess: () => setDraft({}),
        onSettled: () => {
          isSaving.current = false;
          forgetChoice();
        },
      },
    );
  };

  const outcome = OUTCOMES[status];
  return (
    <Card
      component="form"
      ref={form}
      tabIndex={-1}
      onSubmit={save}
      sx={{ p: { xs: 2, sm: 3 }, outline: 'none' }}
    >
      <Stack spacing={3}>
        <FormControl
          component="fieldset"
          disabled={isPending}
          aria-labelledby={heading}
          aria-describedby={saved.contacts && occasions}
        >
          <Typography id={heading} component="h2" variant="h3" sx={{ mb: 1 }}>
            {i18n.t('How should we keep you posted about your service orders?')}
          </Typography>
          {saved.contacts && (
            <Typography id={occasions} {...note}>
              {i18n.t('Codes for signing in are always sent.')}
            </Typography>
          )}
          <FormGroup>
            <PreferenceCheckbox
              label={i18n.t('Receive Email Notifications')}
              icon={mdiEmailOutline}
              checked={email}
              onChange={(checked) => change({ email: checked })}
              contact={saved.contacts?.email}
              withoutContact={i18n.t('We don’t have an email address for you. Please ask us to add one.')}
            />
            <Divider aria-hidden />
            <PreferenceCheckbox
              label={i18n.t('Receive SMS Notifications')}
              icon={mdiCellphoneMessage}
              checked={sms}
              onChange={(checked) => change({ sms: checked })}
              contact={saved.contacts?.phone}
              withoutContact={i18n.t('We don’t have a phone number for you. Please ask us to add one.')}
            />
          </FormGroup>
          {saved.contacts && (
            <Typography role="status" {...note}>
              {!email &&
                !sms &&
                i18n.t(
                  'With neither, we won’t send you anything about your orders. You can still see everything here.',
                )}
            </Typography>
          )}
        </FormControl>
        <div>
          <OutcomeAlert
            outcome={outcome ? { ...outcome, text: i18n.t(outcome.text) } : null}
            sx={{ mb: 3 }}
          />
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
            <Button
              ref={saveButton}
              type="submit"
              variant="contained"
              loading={isPending}
              aria-describedby={unsaved}
            >
              {i18n.t('Save Preferences')}
            </Button>
            <Typography id={unsaved} role="status" {...note}>
              {isUnsaved && !isPending && i18n.t('Not saved yet')}
            </Typography>
          </Stack>
        </div>
      </Stack>
    </Card>
  );
};
