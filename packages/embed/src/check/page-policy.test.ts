import { needsNonce, parsePolicies, policyProblems } from './page-policy';

const PORTAL = 'https://portal.acme.example';

const problems = (policy: string | string[], portal = PORTAL, origin = 'https://www.acme.example') =>
  policyProblems(parsePolicies([policy].flat()), { portalUrl: new URL(portal), origin });

const ENOUGH = `script-src ${PORTAL}; style-src ${PORTAL} 'nonce-abc'; connect-src ${PORTAL}; img-src ${PORTAL} data:`;

test.each([
  ['the documented policy', ENOUGH],
  ['a policy about something else', "frame-ancestors 'none'"],
  ['a policy that allows everything', "default-src * data: 'unsafe-inline'"],
  ['the host without its scheme', ENOUGH.replaceAll('https://', '')],
  ['the host with a port and a path', ENOUGH.replaceAll(PORTAL, `${PORTAL}:443/`)],
  ['strict-dynamic with a nonce', ENOUGH.replace(PORTAL, "'nonce-abc' 'strict-dynamic'")],
  [
    'Trusted Types with the policies of the portal',
    `${ENOUGH}; require-trusted-types-for 'script'; trusted-types portal-script portal-html 'allow-duplicates'`,
  ],
  [
    'Trusted Types with a default policy',
    `${ENOUGH}; require-trusted-types-for 'script'; trusted-types default`,
  ],
  ['a sufficient directive before a duplicate', `${ENOUGH}; script-src 'none'`],
])('accepts %s', (_, policy) => {
  expect(problems(policy)).toEqual([]);
});

test('needs no other source for a portal under a path of the page’s own origin', () => {
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
])('rejects %s: %s', (policy, problem) => {
  expect(problems(policy)).toContainEqual(expect.stringContaining(problem));
});

test('checks every policy, in separate headers or separated by a comma', () => {
  const missing = ['connect-src must name https://portal.acme.example.'];
  expect(problems(`${ENOUGH}, connect-src 'self'`)).toEqual(missing);
  expect(problems([ENOUGH, "connect-src 'self'"])).toEqual(missing);
});

test('requires a nonce on the script if the policy has nonces', () => {
  expect(needsNonce(parsePolicies([ENOUGH]))).toBe(true);
  expect(needsNonce(parsePolicies(["style-src 'unsafe-inline'"]))).toBe(false);
});
