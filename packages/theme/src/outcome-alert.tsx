import Alert, { type AlertProps } from '@mui/material/Alert';

export interface Outcome {
  severity: 'success' | 'error';
  text: string;
}

/** Shows how an action ended. Screen readers ignore a live region that appears together with its text. */
export const OutcomeAlert = ({ outcome, sx }: Pick<AlertProps, 'sx'> & { outcome: Outcome | null }) => (
  <>
    <div role="status">
      {outcome?.severity === 'success' && (
        <Alert severity="success" role="presentation" sx={sx}>
          {outcome.text}
        </Alert>
      )}
    </div>
    {outcome?.severity === 'error' && (
      <Alert severity="error" sx={sx}>
        {outcome.text}
      </Alert>
    )}
  </>
);
