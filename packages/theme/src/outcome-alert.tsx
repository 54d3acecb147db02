import { Alert } from '@portal/theme';

export interface Outcome {
  severity: 'success' | 'error';
  text: string;
}

/**
 * Shows how an action ended. Screen readers announce a success politely and an error at once. The live region for
 * success is always rendered: many screen readers ignore a region that appears together with its text.
 *
 * Each remote bundles this component instead of taking it from the shell, so that it also runs in an older shell.
 */
export const OutcomeAlert = ({ outcome }: { outcome: Outcome | null }) => (
  <>
    <div role="status">
      {outcome?.severity === 'success' && (
        <Alert severity="success" role="presentation" sx={{ mb: 3 }}>
          {outcome.text}
        </Alert>
      )}
    </div>
    {outcome?.severity === 'error' && (
      <Alert severity="error" sx={{ mb: 3 }}>
        {outcome.text}
      </Alert>
    )}
  </>
);
