import { closestMatch } from 'leven';

/** What other programs read, and looks like a variable of the portal. */
const OTHERS = ['LANGUAGE'];

/** `SMPT_HOST` and `SMTP_URL` begin with the same letters. */
const serviceOf = (name: string): string => [...(name.split('_')[0] ?? '')].sort().join('');

/**
 * Says which variables are set and unknown, and look like one that is not set: `SMTP_URI`, or `SMPT_HOST` in place of the
 * variables of a service.
 * @param services the first variable of each service
 */
export const misspelt = (
  set: readonly string[],
  known: readonly string[],
  services: readonly string[],
): string[] => {
  const absent = known.filter((name) => !set.includes(name));
  return set
    .filter((name) => /^[A-Z][A-Z\d_]{5,}$/.test(name) && !known.includes(name) && !OTHERS.includes(name))
    .flatMap((name) => {
      const named = name.replace(/_FILE$/, '');
      const closest = closestMatch(named, absent, { maxDistance: named.length < 8 ? 1 : 2 });
      const meant = closest ?? services.find((one) => serviceOf(one) === serviceOf(name));
      if (meant === undefined || !absent.includes(meant)) return [];
      return [`${name} is no variable of the portal. It reads ${meant}, which is not set.`];
    });
};
