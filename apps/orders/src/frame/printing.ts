import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** While the page is being printed, from just before to just after: when that began. */
export const usePrintTime = (): Date | undefined => {
  const [begun, setBegun] = useState<Date>();
  useEffect(() => {
    // Render before the browser takes its snapshot for print.
    const begin = () => flushSync(() => setBegun(new Date()));
    const end = () => setBegun(undefined);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return begun;
};
