import { mdiCellphoneMessage, mdiEmailOutline } from '@mdi/js';
import {
  useNotificationEvents,
  useUpdateNotificationEvents,
  useUpdateNotificationPreferences,
  type NotificationPreferences,
  type NotificationStatus,
} from '@portal/api';
import { Button, Card, OutcomeAlert, Stack, Typography, type Outcome } from '@portal/theme';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, type SubmitEvent } from 'react';
import { ChoiceGroup } from './choice-group';
import { forgetDraft, isUnsaved, keepDraft, useDraft, type Draft } from './draft';
import { EventChoices } from './event-choices';
import { useI18n } from './texts';

/** Specification section 8. */
const SAVED = /*i18n*/ 'Preferences saved successfully!';
const NOT_SAVED = /*i18n*/ 'Failed to save preferences';
const HALF_SAVED =
  /*i18n*/ 'How we write to you is saved. What we write to you about could not be saved. Please save again.';

/** Saves the form, by one call or two: the specification's knows nothing of what messages are about. */
const useSaveDraft = (saved: NotificationStatus) => {
  const i18n = useI18n();
  const events = useNotificationEvents();
  const savePreferences = useUpdateNotificationPreferences();
  const saveEvents = useUpdateNotificationEvents();
  const saving = useMutation({
    mutationFn: async (draft: Draft) => {
      const { email, sms } = { ...saved, ...draft };
      await savePreferences.mutateAsync({ email, sms });
      if (!events.data) return;
      const { status, entries, visits } = { ...events.data, ...draft };
      const chosen = { status, entries, visits };
      if (isUnsaved(chosen, events.data)) await saveEvents.mutateAsync(chosen);
    },
  });
  const outcome = (): Outcome | null => {
    if (saving.isSuccess) return { severity: 'success', text: i18n.t(SAVED) };
    if (!saving.isError) return null;
    return { severity: 'error', text: i18n.t(savePreferences.isError ? NOT_SAVED : HALF_SAVED) };
  };
  return { ...saving, events, outcome: outcome() };
};

/** Unsaved changes survive a refetch, a failed save, a visit to another screen, and a sign-in that interrupts a save. */
export const PreferencesForm = ({ saved }: { saved: NotificationStatus }) => {
  const i18n = useI18n();
  const [draft, setDraft] = useDraft();
  const { mutate, reset, isPending, events, outcome } = useSaveDraft(saved);
  const form = useRef<HTMLFormElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  const isSaving = useRef(false);
  const unsaved = useId();

  useEffect(() => {
    // The form held the focus for the disabled button. Give it back, unless the customer has moved on.
    if (!isPending && form.current?.matches(':focus')) saveButton.current?.focus();
  }, [isPending]);

  const change = (choice: Draft) => {
    setDraft({ ...draft, ...choice });
    // The outcome of the last save no longer matches the form.
    if (!isPending) reset();
  };

  const save = (event: SubmitEvent) => {
    event.preventDefault();
    // `isPending` changes with the next render, and a second press can come before it.
    if (isSaving.current) return;
    isSaving.current = true;
    keepDraft(draft);
    // A disabled button loses the focus to the page, where the next key would act on something else.
    form.current?.focus({ preventScroll: true });
    // If the session ends, the form unmounts before these callbacks, so the draft stays.
    mutate(draft, {
      onSuccess: () => setDraft({}),
      onSettled: () => {
        isSaving.current = false;
        forgetDraft();
      },
    });
  };

  return (
    <Card
      component="form"
      ref={form}
      tabIndex={-1}
      onSubmit={save}
      sx={{ p: { xs: 2, sm: 3 }, outline: 'none' }}
    >
      <Stack spacing={3}>
        <Channels saved={saved} chosen={{ ...saved, ...draft }} disabled={isPending} onChange={change} />
        <EventChoices query={events} draft={draft} disabled={isPending} onChange={change} />
        <div>
          <OutcomeAlert outcome={outcome} sx={{ mb: 3 }} />
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
            <Typography id={unsaved} role="status" variant="body2" sx={{ color: 'text.secondary' }}>
              {isUnsaved(draft, { ...events.data, ...saved }) && !isPending && i18n.t('Not saved yet')}
            </Typography>
          </Stack>
        </div>
      </Stack>
    </Card>
  );
};

interface ChannelsProps {
  saved: NotificationStatus;
  chosen: NotificationPreferences;
  disabled: boolean;
  onChange: (choice: Partial<NotificationPreferences>) => void;
}

/** How the customer is written to. */
const Channels = ({ saved: { contacts }, chosen, disabled, onChange }: ChannelsProps) => {
  const i18n = useI18n();
  return (
    <ChoiceGroup
      heading={i18n.t('How should we keep you posted about your service orders?')}
      description={contacts && i18n.t('Codes for signing in are always sent.')}
      disabled={disabled}
      warns={contacts !== undefined}
      choices={[
        {
          label: i18n.t('Receive Email Notifications'),
          icon: mdiEmailOutline,
          checked: chosen.email,
          onChange: (email) => onChange({ email }),
          contact: contacts?.email,
          withoutContact: i18n.t('We don’t have an email address for you. Please ask us to add one.'),
        },
        {
          label: i18n.t('Receive SMS Notifications'),
          icon: mdiCellphoneMessage,
          checked: chosen.sms,
          onChange: (sms) => onChange({ sms }),
          contact: contacts?.phone,
          withoutContact: i18n.t('We don’t have a phone number for you. Please ask us to add one.'),
        },
      ]}
    />
  );
};
