import { Box, visuallyHidden } from '@portal/theme';
import { createContext, use, useState, type PropsWithChildren } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

/** Has a text read out by screen readers. */
export const useAnnounce = () => use(AnnounceContext);

/** The one live region, there from the start: a region that appears together with its text is not read out. */
export const PageProvider = ({ children }: PropsWithChildren) => {
  const [text, announce] = useState('');
  return (
    <AnnounceContext value={announce}>
      {children}
      <Box role="status" aria-label="Page" sx={visuallyHidden}>
        {text}
      </Box>
    </AnnounceContext>
  );
};
