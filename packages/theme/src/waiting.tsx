import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState, type PropsWithChildren } from 'react';
import { useI18n } from './language';

/** A response that comes sooner shows no skeleton, which would only flash. */
const SKELETON_AFTER_MS = 200;

/** After this long, customers wonder whether anything happens. */
const LONG_MS = 10_000;

/** When the current wait began. Skeletons that follow each other, as of code and then of data, are one wait. */
let begun: number | undefined;
let places = 0;

/** The begin of the wait, in milliseconds of `performance.now()`. */
const useBegin = (): number => {
  const [begin] = useState(() => begun ?? performance.now());
  useEffect(() => {
    begun ??= begin;
    places += 1;
    return () => {
      places -= 1;
      if (places === 0) begun = undefined;
    };
  }, [begin]);
  return begin;
};

const useIsLong = (begin: number): boolean => {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setIsLong, begin + LONG_MS - performance.now(), true);
    return () => clearTimeout(timer);
  }, [begin]);
  return isLong;
};

const HIDDEN = { visibility: 'hidden' };

/** Keeps the room of the skeleton. An animation, because only CSS can start one that has partly passed. */
const hiddenAtFirst = (begin: number) => ({
  '@keyframes portal-not-yet': { from: HIDDEN, to: HIDDEN },
  animation: `portal-not-yet ${SKELETON_AFTER_MS}ms`,
  animationDelay: `${Math.round(begin - performance.now())}ms`,
});

/** Takes the place of content that loads: a skeleton, and a sentence once that takes long. */
export const Waiting = ({ children }: PropsWithChildren) => {
  const i18n = useI18n();
  const begin = useBegin();
  const isLong = useIsLong(begin);
  const [skeleton] = useState(() => hiddenAtFirst(begin));
  return (
    <>
      <Typography aria-live="polite" sx={isLong ? { mb: 2 } : undefined}>
        {isLong && i18n.t('This takes longer than usual. Check your connection, or reload the page.')}
      </Typography>
      <Box sx={skeleton}>{children}</Box>
    </>
  );
};
