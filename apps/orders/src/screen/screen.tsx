import { ScreenHeading, Stack } from '@portal/theme';
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
      <ScreenHeading action={<RefreshButton />}>{heading}</ScreenHeading>
    </div>
    {children}
  </Stack>
);
