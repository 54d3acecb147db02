import { Button, Stack, TextField, Typography } from '@portal/theme';
import { METHODS } from './methods';
import { RequiredFieldForm, type RequiredField } from './required-field-form';
import { ResendCode } from './resend-code';
import type { SignInState } from './sign-in-state';

const ACCESS_CODE: RequiredField = {
  label: 'Access Code',
  missing: 'Enter the access code.',
  attributes: {
    name: 'code',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    autoFocus: true,
    style: { fontVariantNumeric: 'tabular-nums', letterSpacing: '0.3em' },
  },
};

interface VerifyStepProps {
  state: SignInState;
  onVerify: (code: string) => void;
  onSend: (identifier: string) => void;
  onGoBack: () => void;
}

/** Step 2: asks for the code; the customer can also change the address or request another code. */
export const VerifyStep = ({ state, onVerify, onSend, onGoBack }: VerifyStepProps) => {
  const { field, hint } = METHODS[state.method];
  const identifier = state.sentTo ?? '';
  const busy = state.pending !== null || state.step === 'done';
  return (
    <Stack spacing={2}>
      <LockedIdentifier
        label={field.label}
        value={identifier}
        disabled={state.step === 'done'}
        onChange={onGoBack}
      />
      <RequiredFieldForm
        // A new code starts with an empty field.
        key={state.codesSent}
        field={ACCESS_CODE}
        action="Verify & Login"
        status={state.status}
        pending={state.pending === 'verify' || state.step === 'done'}
        disabled={busy}
        // Some customers type the code in groups.
        onSubmit={(code) => onVerify(code.replaceAll(/\s/g, ''))}
      />
      <Typography variant="body2" color="textSecondary">
        {hint}
      </Typography>
      <ResendCode
        key={state.resendAt}
        dueAt={state.resendAt}
        pending={state.pending === 'send'}
        disabled={busy}
        onResend={() => onSend(identifier)}
      />
    </Stack>
  );
};

interface LockedIdentifierProps {
  label: string;
  value: string;
  disabled: boolean;
  onChange: () => void;
}

/** The field of step 1, read-only, with a button that goes back to it. */
const LockedIdentifier = ({ label, value, disabled, onChange }: LockedIdentifierProps) => (
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
