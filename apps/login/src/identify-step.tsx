import { Typography } from '@portal/theme';
import { METHODS } from './methods';
import { RequiredFieldForm } from './required-field-form';
import { useI18n } from './texts';
import type { SignInFlow } from './use-sign-in';

interface IdentifyStepProps {
  flow: SignInFlow;
  statusId: string;
  autoFocus: boolean;
}

/** Step 1: asks for the address that the code is sent to. */
export const IdentifyStep = ({ flow, statusId, autoFocus }: IdentifyStepProps) => {
  const i18n = useI18n();
  const { identifier, status, invalid, pending } = flow.state;
  const { field, notice } = METHODS[flow.method];
  return (
    <RequiredFieldForm
      field={{ ...field, attributes: { ...field.attributes, autoFocus } }}
      text={identifier}
      onType={({ target }) => flow.typeIdentifier(target.value)}
      action={i18n.t('Send Code')}
      status={status}
      invalid={invalid}
      isPending={pending === 'send'}
      disabled={pending !== null}
      statusId={statusId}
      onSubmit={flow.send}
    >
      {notice && (
        <Typography variant="body2" color="textSecondary" sx={{ pb: 1 }}>
          {i18n.t(notice)}
        </Typography>
      )}
    </RequiredFieldForm>
  );
};
