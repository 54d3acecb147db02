const firstSeconds = 5;
const longestSeconds = 120;

/**
 * Seconds until the next try: doubled each time, and spread so that what failed together is not tried together.
 * @param attempts tries so far, from 1
 * @param random from 0 to 1
 */
export const backOff = (attempts: number, random: number) =>
  Math.min(longestSeconds, firstSeconds * 2 ** (attempts - 1)) * (0.5 + random / 2);
