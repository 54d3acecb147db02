/** Specification section 4: the steps of an order, in order. */
export const STEPS = ['Open', 'On Hold', 'Completed', 'Closed'] as const;

/** The index of the step an order is at, matched case-insensitively; an unmatched status is at the first step. */
export const progressPosition = (status: string | undefined): number =>
  Math.max(
    0,
    STEPS.findIndex((step) => step.toLowerCase() === status?.toLowerCase()),
  );
