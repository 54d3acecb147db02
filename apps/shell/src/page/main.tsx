import { Box, useBrand, useSurface, type BoxProps } from '@portal/theme';
import { useCallback } from 'react';

const MAIN_ID = 'main';

/**
 * The main landmark; a region where the page around the portal has a main landmark of its own. It is no stop of the
 * Tab key, but can be given the focus.
 */
export const Main = (props: BoxProps) => {
  const { host } = useSurface();
  const { name } = useBrand();
  const landmark = host
    ? ({ role: 'region', 'aria-label': name } as const)
    : ({ component: 'main' } as const);
  return <Box {...landmark} id={MAIN_ID} tabIndex={-1} {...props} />;
};

/** Gives the focus to the main landmark, so that a keyboard goes on from there. */
export const useFocusMain = () => {
  const { box } = useSurface();
  return useCallback(
    (options?: FocusOptions) => box.querySelector<HTMLElement>(`#${MAIN_ID}`)?.focus(options),
    [box],
  );
};
