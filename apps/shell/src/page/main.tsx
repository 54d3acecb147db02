import { Box, type BoxProps } from '@portal/theme';

const MAIN_ID = 'main';

/** The main landmark. It is no stop of the Tab key, but can be given the focus. */
export const Main = (props: BoxProps) => <Box component="main" id={MAIN_ID} tabIndex={-1} {...props} />;

/** Gives the focus to the main landmark, so that a keyboard goes on from there. */
export const focusMain = (options?: FocusOptions): void => document.getElementById(MAIN_ID)?.focus(options);
