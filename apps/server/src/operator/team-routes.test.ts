import { Readable } from 'node:stream';
import { releaseVerbs, teamTokenStore } from '../releases/team-token-store';
import { signIn } from '../testing/sign-in';
import { useTestApp } from '../testing/test-app';

const TOKEN = 'the-token-of-the-operator';
const portal = useTestApp({ OPERATIONS_PORT: '0', OPERATOR_TOKEN: TOKEN });

const PROMOTION = { name: 'orders', version: '1.0.0' };
const path = (name: string) => `/-/operator/work/${name}`;

/** A token with which a team may publish `orders`. */
const createToken = async () => {
  const given = { team: 'orders', names: ['orders'], verbs: ['publish' as const], days: 1 };
  const { id, token } = await teamTokenStore(portal.database).create({ ...given, createdBy: 'dana' });
  return { id, authorization: `Bearer ${token}` };
};

test('no work is done for a customer, the operator, or a wrong token', async () => {
  const { browser: customer } = await signIn(portal, 'ann@example.com');
  const names = releaseVerbs.map((verb) =>
    verb === 'publish' ? 'releases/publish/orders' : `releases/${verb}`,
  );
  for (const name of ['releases/status', 'releases/show', ...names]) {
    expect((await customer.post(path(name), {})).statusCode).toBe(401);
    for (const authorization of [`Bearer ${TOKEN}`, 'Bearer pt_a-guess-of-somebody'])
      expect((await customer.post(path(name), {}, { authorization })).statusCode).toBe(401);
    const work = name.replace('/orders', '');
    const lines = await portal.auditLines({ event: 'operator', outcome: 'refused', work }, 2);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ network: '203.0.113.0/24' });
    expect(JSON.stringify(lines)).not.toMatch(/guess|the-token/);
  }
});

test('a team does only its own work', async () => {
  const { authorization } = await createToken();
  const team = portal.newBrowser();
  expect((await team.post(path('releases/status'), {}, { authorization })).json()).toEqual([]);
  expect((await team.post(path('releases/promote'), PROMOTION, { authorization })).statusCode).toBe(403);
  await portal.auditLines({ event: 'operator', outcome: 'refused', work: 'releases/promote', who: 'orders' });
  expect((await team.post(path('outbox/list'), {}, { authorization })).statusCode).toBe(404);
});

test('a token that is revoked while the body arrives does nothing', async () => {
  const { id, authorization } = await createToken();
  async function* body() {
    yield '{';
    await teamTokenStore(portal.database).revoke(id);
    yield '}';
  }
  const answer = await portal.app.inject({
    method: 'POST',
    url: path('releases/status'),
    headers: { authorization, 'content-type': 'application/json' },
    payload: Readable.from(body()),
  });
  expect(answer.statusCode).toBe(401);
});
