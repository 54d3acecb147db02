/** What stands where a value is missing: a dash (specification section 9), which a screen reader reads as words. */
export const Missing = () => (
  <span role="img" aria-label="not given">
    —
  </span>
);
