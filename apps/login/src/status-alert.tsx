import { Alert, Box } from '@portal/theme';
import type { Status } from './sign-in-state';

/**
 * The status alert: success or error (specification section 2). The region for success is there from the start,
 * because one that appears together with its text is not read out everywhere; an alert is.
 */
export const StatusAlert = ({ status }: { status: Status | null }) => (
  <>
    <Box role="status">
      {status?.severity === 'success' && (
        <Alert severity="success" role="presentation" sx={{ mt: 3 }}>
          {status.text}
        </Alert>
      )}
    </Box>
    {status?.severity === 'error' && (
      <Alert severity="error" sx={{ mt: 3 }}>
        {status.text}
      </Alert>
    )}
  </>
);
