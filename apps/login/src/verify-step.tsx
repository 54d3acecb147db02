import { Button, Stack, TextField, Typography } from '@portal/theme';
import { useSubmitWholeCode } from './access-code';
import type { SentCode } from './kept-sign-in';
import { METHODS } from './methods';
import { RequiredFieldForm, type RequiredField } from './required-field-form';
import { ResendCode } from './resend-code';
import { useI18n } from './texts';
import type { SignInFlow } from './use-sign-in';

const ACCESS_CODE: RequiredField = {
  label: /*i18n*/ 'Access Code',
  missing: /*i18n*/ 'Enter the access code.',
  attributes: {
    name: 'code',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    autoFocus: true,
    style: { fontVariantNumeric: 'tabular-nums', letterSpacing: '0.3em' },
  },
};

interface VerifyStepProps {
  flow: SignInFlow;
  sent: SentCode;
  statusId: string;
  onGoBack: () => void;
}

/** Step 2: asks for the code; the customer can also change the address. */
export const VerifyStep = ({ flow, sent, statusId, onGoBack }: VerifyStepProps) => (
  <Stack spacing={2}>
    <LockedIdentifier flow={flow} sent={sent} onGoBack={onGoBack} />
    <CodeForm key={flow.state.round} flow={flow} statusId={statusId} />
  </Stack>
);

const CodeForm = ({ flow, statusId }: Pick<VerifyStepProps, 'flow' | 'statusId'>) => {
  const i18n = useI18n();
  const { filledIn, status, invalid, pending } = flow.state;
  const { onType, onSubmit, keys } = useSubmitWholeCode(flow.verify);
  return (
    <RequiredFieldForm
      field={{ ...ACCESS_CODE, attributes: { ...ACCESS_CODE.attributes, ...keys } }}
      text={filledIn}
      onType={(event) => {
        flow.typeCode();
        onType(event);
      }}
      action={i18n.t('Verify & Login')}
      status={status}
      invalid={invalid}
      isPending={pending === 'verify'}
      disabled={pending !== null}
      statusId={statusId}
      onSubmit={onSubmit}
    />
  );
};

/** Helps when no code arrives, and requests another one. */
export const NoCode = ({ flow, sent }: Pick<VerifyStepProps, 'flow' | 'sent'>) => {
  const i18n = useI18n();
  const { pending } = flow.state;
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <Typography variant="body2" color="textSecondary">
        {i18n.t(METHODS[flow.method].hint)}
      </Typography>
      <ResendCode
        key={sent.resendAt}
        dueAt={sent.resendAt}
        pending={pending === 'send'}
        disabled={pending !== null}
        onResend={() => flow.send(sent.to)}
      />
    </Stack>
  );
};

/** The field of step 1, read-only, with a button that goes back to it. */
const LockedIdentifier = ({ flow, sent, onGoBack }: Pick<VerifyStepProps, 'flow' | 'sent' | 'onGoBack'>) => {
  const i18n = useI18n();
  return (
    <TextField
      fullWidth
      label={<span>{i18n.t(METHODS[flow.method].field.label)}</span>}
      value={sent.to}
      slotProps={{
        htmlInput: { readOnly: true, dir: 'ltr', style: { textOverflow: 'ellipsis' } },
        input: {
          sx: { bgcolor: 'action.hover' },
          endAdornment: (
            <Button onClick={onGoBack} sx={{ flexShrink: 0 }}>
              {i18n.t('Change')}
            </Button>
          ),
        },
      }}
    />
  );
};
