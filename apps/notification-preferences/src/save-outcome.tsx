import type { useUpdateNotificationPreferences } from '@portal/api';
import { Alert } from '@portal/theme';

type Status = ReturnType<typeof useUpdateNotificationPreferences>['status'];

/** What became of the last save (specification section 8). */
export const SaveOutcome = ({ status }: { status: Status }) => (
  <>
    <div role="status">
      {status === 'success' && (
        <Alert severity="success" role="presentation" sx={{ mb: 3 }}>
          Preferences saved successfully!
        </Alert>
      )}
    </div>
    {status === 'error' && (
      <Alert severity="error" sx={{ mb: 3 }}>
        Failed to save preferences
      </Alert>
    )}
  </>
);
