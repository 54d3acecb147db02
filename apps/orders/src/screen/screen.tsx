import { Stack, Typography } from '@portal/theme';
import type { ReactNode } from 'react';
import { RefreshButton } from './refresh-button';

interface ScreenProps {
  heading: ReactNode;
  /** The way back, above the heading. */
  back?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen of orders: its heading, Refresh, and the content. */
export const Screen = ({ heading, back, children }: ScreenProps) => (
  <Stack spacing={3}>
    <div>
      {back}
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography component="h1" variant="h1">
          {heading}
        </Typography>
        <RefreshButton />
      </Stack>
    </div>
    {children}
  </Stack>
);
