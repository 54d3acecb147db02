import { renderInPortal, testServer } from '@portal/harness/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { keepToken } from './calls';
import { OperatorScreen } from './operator-screen';

const work = (name: string) => `*/-/operator/work/${name}`;
const server = testServer();
const OPERATOR = { who: 'dana', operator: true, names: [], verbs: [] };
const LIVE = { version: '1.0.0', since: null, who: 'dana', why: null, problem: null };
const ORDERS = {
  name: 'orders',
  live: { ...LIVE, health: { shown: 9, failed: 1, rate: 0.1 } },
  canary: null,
  previous: null,
  problem: null,
};

beforeEach(() => {
  keepToken('');
  server.respond(work('session'), OPERATOR);
  server.respond(work('releases/status'), [ORDERS, { ...ORDERS, name: 'invoices' }]);
  server.respond(work('releases/show'), {
    versions: [{ version: '1.0.0' }, { version: '1.1.0' }],
    failures: [],
  });
});

const show = (path = '/-/operator') => renderInPortal(<OperatorScreen />, { path });

test('signs in with a token, which every call then carries', async () => {
  server.respond(work('session'), { message: 'A token is needed.' }, { status: 401 });
  const { user } = show();
  const field = await screen.findByLabelText(/Operator token/);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  const asked = server.respond(work('session'), OPERATOR);
  await user.type(field, 'the-operators-token');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: 'Releases' })).toBeVisible();
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer the-operators-token');
});

test('says why a token is refused, also later', async () => {
  keepToken('revoked');
  const { user } = show();
  await screen.findByRole('heading', { name: 'orders' });
  const refused = { message: 'This token is revoked.' };
  server.respond(work('session'), refused, { status: 401 });
  server.respond(work('releases/status'), refused, { status: 401 });
  server.respond(work('doctor'), refused, { status: 401 });
  await user.click(screen.getByRole('link', { name: 'Doctor' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This token is revoked.');
  expect(screen.getByLabelText(/Operator token/)).toBeVisible();
});

test('promotes a version after the dialog, and shows the warnings', async () => {
  const promoted = server.respond(work('releases/promote'), { changed: true, warnings: ['Mind the shell.'] });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Promote orders' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Promote orders' }));
  await user.selectOptions(await dialog.findByLabelText(/Version/), '1.1.0');
  await user.type(dialog.getByLabelText('Why'), 'tested');
  expect(promoted).toHaveLength(0);
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Done. Mind the shell.')).toBeVisible();
  expect(await promoted[0]?.json()).toEqual({ name: 'orders', version: '1.1.0', why: 'tested' });
});

test('a team has buttons for its names and verbs only', async () => {
  server.respond(work('session'), { who: 'team', operator: false, names: ['orders'], verbs: ['promote'] });
  show();
  await screen.findByRole('button', { name: 'Promote orders' });
  const buttons = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(buttons).toEqual([null, 'Promote orders']);
  expect(screen.queryByRole('link', { name: 'Customers' })).not.toBeInTheDocument();
});

test('erases a customer only after the dialog', async () => {
  server.respond(work('customer/show'), { customerId: '1', email: 'a•••@example.com' });
  const erased = server.respond(work('customer/erase'), { customerId: '1' });
  const { user } = show('/-/operator/customers');
  await user.type(await screen.findByLabelText(/Email or phone/), 'ann@example.com');
  await user.click(screen.getByRole('button', { name: 'Find' }));
  await user.click(await screen.findByRole('button', { name: 'Erase' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(erased).toHaveLength(0);
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(erased).toHaveLength(1));
  expect(await erased[0]?.json()).toEqual({ contact: 'ann@example.com' });
});
