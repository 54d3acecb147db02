import { DatabaseUnavailableError, nameFault } from './faults';

test.each([
  ['a lost connection', { code: '08006' }, false],
  ['a server that shuts down', { code: '57P01', message: 'terminating connection' }, false],
  ['too many connections', { code: '53300' }, false],
  ['a statement that takes too long', { code: '57014' }, true],
  ['a table that others use', { code: '55P03' }, true],
  ['a deadlock', { code: '40P01' }, true],
  ['a conflict', { code: '40001' }, true],
  ['a former primary', { code: '25006' }, false],
  ['a refused connection', { code: 'ECONNREFUSED', errno: -111 }, false],
  ['a terminated connection', { message: 'Connection terminated unexpectedly' }, false],
  ['a connection that broke earlier', { message: 'Client has an error and is not queryable' }, false],
  ['a missing response', { message: 'Query read timeout' }, false],
])('turns %s into a DatabaseUnavailableError', (_name, cause, isBusy) => {
  const reason = 'message' in cause ? cause.message : cause.code;
  expect(nameFault(Object.assign(new Error(), cause))).toMatchObject({
    name: 'DatabaseUnavailableError',
    message: `The database ${isBusy ? 'is busy' : 'does not answer'}: ${reason}.`,
    reason,
    isBusy,
  });
});

test.each([
  ['a duplicate row', { code: '23505' }],
  ['a syntax error', { code: '42601', message: 'syntax error' }],
  ['a bug', { message: 'x is not a function' }],
])('returns %s unchanged', (_name, properties) => {
  const cause = Object.assign(new Error(), properties);
  expect(nameFault(cause)).toBe(cause);
});

test('keeps the reason of a nested DatabaseUnavailableError', () => {
  const error = new DatabaseUnavailableError(new Error('no route'));
  expect(new DatabaseUnavailableError(error, 'The database cannot be opened', 'Look.').message).toBe(
    'The database cannot be opened: no route. Look.',
  );
});
