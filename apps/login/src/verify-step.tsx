import { Button, Stack, TextField, Typography } from '@portal/theme';
import { useEffect, useRef } from 'react';
import { isWholeCode, SUBMIT_AFTER_MS } from './access-code';
import type { SentCode } from './kept-sign-in';
import { METHODS, type MethodName } from './methods';
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
  method: MethodName;
  flow: SignInFlow;
  sent: SentCode;
  statusId: string;
  onChange: () => void;
}

/** Step 2: asks for the code; the customer can also change the address. */
export const VerifyStep = ({ method, flow, sent, statusId, onChange }: VerifyStepProps) => {
  const i18n = useI18n();
  const { state, verify, typeCode } = flow;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stopTimer = () => clearTimeout(timer.current);
  useEffect(() => stopTimer, [state.round]);
  const submit = (text: string) => {
    stopTimer();
    verify(text);
  };
  const type = (text: string, isByHand: boolean) => {
    stopTimer();
    typeCode(text);
    if (isByHand && isWholeCode(text)) timer.current = setTimeout(submit, SUBMIT_AFTER_MS, text);
  };
  return (
    <Stack spacing={2}>
      <LockedIdentifier method={method} sent={sent} onChange={onChange} />
      <RequiredFieldForm
        key={state.round}
        field={ACCESS_CODE}
        text={state.code}
        onType={type}
        action={i18n.t('Verify & Login')}
        state={state}
        call="verify"
        statusId={statusId}
        onSubmit={submit}
      />
    </Stack>
  );
};

/** Helps when no code arrives, and requests another one. */
export const NoCode = ({ method, flow, sent }: Pick<VerifyStepProps, 'method' | 'flow' | 'sent'>) => {
  const i18n = useI18n();
  const { pending } = flow.state;
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <Typography variant="body2" color="textSecondary">
        {i18n.t(METHODS[method].hint)}
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
const LockedIdentifier = ({
  method,
  sent,
  onChange,
}: Pick<VerifyStepProps, 'method' | 'sent' | 'onChange'>) => {
  const i18n = useI18n();
  return (
    <TextField
      fullWidth
      label={<span>{i18n.t(METHODS[method].field.label)}</span>}
      value={sent.to}
      slotProps={{
        htmlInput: { readOnly: true, dir: 'ltr', style: { textOverflow: 'ellipsis' } },
        input: {
          sx: { bgcolor: 'action.hover' },
          endAdornment: (
            <Button onClick={onChange} sx={{ flexShrink: 0 }}>
              {i18n.t('Change')}
            </Button>
          ),
        },
      }}
    />
  );
};
