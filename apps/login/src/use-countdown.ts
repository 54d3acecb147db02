import { useEffect, useState } from 'react';

const SECOND = 1000;

/**
 * Counts down to a moment by the clock on the wall, so that a tab that was asleep is right when it wakes up.
 * @param dueAt milliseconds since the epoch
 * @returns the whole seconds left, 0 from then on
 */
export const useCountdown = (dueAt: number): number => {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((dueAt - now) / SECOND));
  const isOver = left === 0;

  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [isOver]);

  return left;
};
