import { Alert, Stack, type AlertProps } from '@portal/theme';
import type { ReactNode } from 'react';

interface NoticeProps extends Omit<AlertProps, 'action'> {
  /** Buttons or links. */
  actions: ReactNode;
}

/** A bar with a text and actions beside it, or below it on narrow screens. */
export const Notice = ({ actions, children, sx = {}, ...props }: NoticeProps) => (
  <Alert {...props} sx={[{ alignItems: 'center', '.MuiAlert-message': { flexGrow: 1 } }, sx].flat()}>
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 2 }}
    >
      <div>{children}</div>
      <Stack direction="row" sx={{ marginInlineStart: 'auto' }}>
        {actions}
      </Stack>
    </Stack>
  </Alert>
);
