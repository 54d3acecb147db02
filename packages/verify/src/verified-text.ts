import type { VerificationFinding } from '@portal/contract';
import type { Verified } from './verify-release';

/** Merges findings that differ only in their route. */
const grouped = (findings: readonly VerificationFinding[]): string[] => {
  const routes = new Map<string, string[]>();
  for (const { check, route, problem } of findings) {
    const text = `${check}: ${problem}`;
    routes.set(text, [...(routes.get(text) ?? []), ...(route ? [route] : [])]);
  }
  return [...routes].map(([text, at]) => (at.length > 0 ? `${text}\n  at ${at.join(', ')}` : text));
};

const screenText = ({ route, title, shownAfterMs }: Verified['screens'][number]): string =>
  `✓ ${route} is "${title}", after ${shownAfterMs} ms`;

/** The result of a verification, for people. */
export const verifiedText = (verified: Verified): string => {
  const { name, version, shell, portal, screens, problems, warnings, passed } = verified;
  const isGood = ({ route }: { route: string }): boolean =>
    problems.every((problem) => problem.route !== route);
  const wrong = grouped(problems);
  const count = wrong.length === 1 ? '1 problem' : `${wrong.length} problems`;
  return [
    `${name}@${version} in shell ${shell} of ${portal}`,
    '',
    ...screens.filter(isGood).map(screenText),
    ...wrong.map((text) => `✗ ${text}`),
    ...grouped(warnings).map((text) => `! ${text}`),
    '',
    passed ? `${name}@${version} can go live` : `${name}@${version} fails: ${count}`,
  ].join('\n');
};
