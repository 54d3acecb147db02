import { Typography } from '@portal/theme';
import { METHODS } from './methods';
import { RequiredFieldForm } from './required-field-form';
import type { SignInState } from './sign-in-state';

interface IdentifyStepProps {
  state: SignInState;
  onSend: (identifier: string) => void;
}

/** Step 1: asks for the address that the code is sent to. */
export const IdentifyStep = ({ state, onSend }: IdentifyStepProps) => {
  const { field, notice } = METHODS[state.method];
  // Back from step 2, focus the address to change.
  const cameBack = state.sentTo !== null;
  return (
    <RequiredFieldForm
      field={{ ...field, attributes: { ...field.attributes, autoFocus: cameBack } }}
      initial={state.sentTo ?? ''}
      action="Send Code"
      status={state.status}
      pending={state.pending === 'send'}
      disabled={state.pending !== null}
      onSubmit={onSend}
    >
      {notice && (
        <Typography variant="body2" color="textSecondary">
          {notice}
        </Typography>
      )}
    </RequiredFieldForm>
  );
};
