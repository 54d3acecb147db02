/** The heights that several places rely on, in px. */

/** The minimum size of a control (WCAG 2.2, 2.5.5). */
export const TARGET_PX = 44;

/** The top bar, on narrow surfaces and on others. */
export const TOP_BAR_PX = { xs: 56, sm: 64 } as const;

const GAP_PX = 24;

/** `insetBlockStart` of what stays visible below the top bar. */
export const BELOW_TOP_BAR = { xs: TOP_BAR_PX.xs + GAP_PX, sm: TOP_BAR_PX.sm + GAP_PX };
