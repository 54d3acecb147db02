import { needsNonce, parsePolicies, policyProblems } from './page-policy';

const PORTAL = 'https://portal.acme.example';

const problems = (policy: string | string[], portal = PORTAL, origin = 'https://www.acme.example') =>
  policyProblems(parsePolicies([policy].flat()), { portalUrl: new URL(portal), origin });

const ENOUGH = `script-src ${PORTAL}; style-src ${PORTAL} 'nonce-abc'; connect-src ${PORTAL}; img-src ${PORTAL} data:`;

test.each([
  ['the policy of the documentation', ENOUGH],
  ['no policy at all', ''],
  ['a policy about something else', "frame-ancestors 'none'"],
  ['everything', "default-src * data: 'unsafe-inline'"],
  ['HTTPS', "default-src https: data: 'unsafe-inline'"],
  ['every host of the domain', ENOUGH.replaceAll('portal.', '*.')],
  ['the host without its scheme', ENOUGH.replaceAll('https://', '')],
  ['the host with a port and a path', ENOUGH.replaceAll(PORTAL, `${PORTAL}:443/`)],
  ['strict-dynamic with a nonce', ENOUGH.replace(PORTAL, "'nonce-abc' 'strict-dynamic'")],
  ['Trusted Types of any name', `${ENOUGH}; require-trusted-types-for 'script'`],
  [
    'Trusted Types of the portal',
    `${ENOUGH}; require-trusted-types-for 'script'; trusted-types portal-script portal-html 'allow-duplicates'`,
  ],
  [
    'Trusted Types with a default policy',
    `${ENOUGH}; require-trusted-types-for 'script'; trusted-types default`,
  ],
  ['the first of two equal directives', `${ENOUGH}; script-src 'none'`],
])('%s is enough', (_, policy) => {
  expect(problems(policy)).toEqual([]);
});

test('a portal under a path of the page’s own origin needs no more than the page', () => {
  const own = "default-src 'self' data:; style-src 'self' 'nonce-abc'";
  expect(problems(own, 'https://www.acme.example/account')).toEqual([]);
  expect(problems(own)).toHaveLength(4);
});

test.each([
  ["default-src 'none'", 'script-src must name https://portal.acme.example.'],
  [
    ENOUGH.replace(PORTAL, 'https://portal.acme.example.evil'),
    'script-src must name https://portal.acme.example.',
  ],
  [
    ENOUGH.replace(PORTAL, 'https://portal.acme.example:8443'),
    'script-src must name https://portal.acme.example.',
  ],
  [ENOUGH.replace(PORTAL, "'strict-dynamic'"), "script-src has 'strict-dynamic' without a nonce"],
  [ENOUGH.replace(" 'nonce-abc'", ''), "style-src must name 'nonce-…'"],
  [`${ENOUGH}; style-src-elem 'self'`, "style-src must name https://portal.acme.example and 'nonce-…'"],
  [
    ENOUGH.replace(`connect-src ${PORTAL}`, "connect-src 'self'"),
    'connect-src must name https://portal.acme.example.',
  ],
  [ENOUGH.replace(' data:', ''), 'img-src must name data:.'],
  [
    `${ENOUGH}; require-trusted-types-for 'script'; trusted-types site`,
    "trusted-types must name portal-script and portal-html and 'allow-duplicates'.",
  ],
  [`${ENOUGH}; require-trusted-types-for 'script'; trusted-types *`, "must name 'allow-duplicates'."],
])('%s is not enough: %s', (policy, problem) => {
  expect(problems(policy)).toContainEqual(expect.stringContaining(problem));
});

test('every policy must allow it, in separate headers or separated by a comma', () => {
  expect(problems(`${ENOUGH}, connect-src 'self'`)).toEqual([
    'connect-src must name https://portal.acme.example.',
  ]);
  expect(problems([ENOUGH, "connect-src 'self'"])).toEqual([
    'connect-src must name https://portal.acme.example.',
  ]);
});

test('a policy with nonces requires one on the script', () => {
  expect(needsNonce(parsePolicies([ENOUGH]))).toBe(true);
  expect(needsNonce(parsePolicies(["style-src 'unsafe-inline'"]))).toBe(false);
});
