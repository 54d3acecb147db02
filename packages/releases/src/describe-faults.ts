import type * as v from 'valibot';

/** Where in the document something is wrong, as a JSON pointer (RFC 6901), and what. */
const describeFault = ({ path, message }: v.BaseIssue<unknown>): string => {
  const keys = path?.map(({ key }) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')) ?? [];
  return `/${keys.join('/')} ${message}`;
};

/** What is wrong with a document, each fault with its place as a JSON pointer. */
export const describeFaults = (issues: readonly v.BaseIssue<unknown>[]): string =>
  issues.map(describeFault).join('; ');
