import { renderInPortal, testServer } from '@portal/harness/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { OperatorScreen } from './operator-screen';
import { keepToken } from './work';

const work = (name: string) => `*/-/operator/work/${name}`;
const server = testServer();
const SESSION = { who: 'dana', operator: true, names: [], verbs: [] };
const RELEASES = [{ name: 'orders' }, { name: 'invoices' }];
const LIVE = { version: '1.0.0', since: '2026-03-05T12:30:00.000Z', who: 'dana', why: null, problem: null };
const TOKEN_REVOKED = { message: 'This token is revoked.' };

beforeEach(() => {
  keepToken('');
  server.respond(work('session'), SESSION);
  server.respond(work('releases/status'), RELEASES);
  server.respond(work('releases/show'), {
    status: {
      live: {
        ...LIVE,
        health: { shown: 9, failed: 1, rate: 0.1 },
      },
      canary: null,
      previous: '0.9.0',
    },
    versions: [{ version: '1.0.0' }, { version: '1.1.0' }],
    hours: { '1.0.0': { '2026-03-05T12:00Z': { shown: 9, failed: 1 } } },
    failures: [{ version: '1.0.0', message: 'No chunk', count: 1 }],
  });
});

const show = (path = '/-/operator') => renderInPortal(<OperatorScreen />, { path });

test('signs in with a token, which every call then carries', async () => {
  server.respond(work('session'), { message: 'A token is needed.' }, { status: 401 });
  const { user } = show();
  const field = await screen.findByLabelText(/Operator token/);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  const asked = server.respond(work('session'), SESSION);
  await user.type(field, 'the-operators-token');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('heading', { name: 'orders' })).toBeVisible();
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer the-operators-token');
  server.respond(work('session'), { message: 'A token is needed.' }, { status: 401 });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByLabelText(/Operator token/)).toBeVisible();
});

test('says why a token is refused, also later', async () => {
  keepToken('revoked');
  const { user } = show();
  await screen.findByRole('heading', { name: 'orders' });
  server.respond(work('doctor'), TOKEN_REVOKED, { status: 401 });
  await user.click(screen.getByRole('link', { name: 'Doctor' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This token is revoked.');
  expect(screen.getByLabelText(/Operator token/)).toBeVisible();
});

test('shows who released what when, how often it fails, and why', async () => {
  show();
  const release = within(await screen.findByRole('region', { name: 'orders' }));
  expect(
    await release.findByText(/^Live: 1\.0\.0 · Since: Mar 5, 2026.* · Who: dana · 1 of 10/),
  ).toBeVisible();
  expect(release.getByText('Previous: 0.9.0')).toBeVisible();
  const plot = within(release.getByRole('img', { name: 'Failures of 1.0.0 by hour' }));
  expect(plot.getByText(/^Mar 5, 2026.*: 1 of 10 pages failed$/)).toBeInTheDocument();
  expect(release.getByRole('table', { name: 'Failures of orders' })).toHaveTextContent('No chunk');
});

test('a team has buttons for its names and verbs only', async () => {
  server.respond(work('session'), { who: 'team', operator: false, names: ['orders'], verbs: ['promote'] });
  show();
  await screen.findByRole('button', { name: 'Promote orders' });
  const buttons = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(buttons).toEqual([null, 'Promote orders']);
  expect(screen.queryByRole('link', { name: 'Customers' })).not.toBeInTheDocument();
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
  expect(await screen.findByText('Promote orders: done. Mind the shell.')).toBeVisible();
  expect(await promoted[0]?.json()).toEqual({ name: 'orders', version: '1.1.0', why: 'tested' });
});

test('shows what the server refuses, in its words', async () => {
  const message = 'The token of orders-team may not rollback orders.';
  server.respond(work('releases/rollback'), { message }, { status: 403 });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Roll back orders' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Roll back orders' }));
  await user.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(message);
});

test('retries a message, or says why it is left', async () => {
  const dead = [{ id: '7', channel: 'email', reason: 'mail: ECONNECTION' }];
  server.respond(work('outbox/list'), { depth: [{ channel: 'email', status: 'dead', count: 1 }], dead });
  const left = [{ id: '7', reason: 'codes are not sent late' }];
  const retried = server.respond(work('outbox/retry'), { retried: [], left });
  const { user } = show('/-/operator/messages');
  expect(await screen.findByRole('table', { name: 'Dead' })).toHaveTextContent('mail: ECONNECTION');
  await user.click(screen.getByRole('button', { name: 'Retry 7' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('7 is left: codes are not sent late.');
  expect(await retried[0]?.json()).toEqual({ ids: ['7'] });
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
