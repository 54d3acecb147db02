import { DatabaseUnavailableError, nameFault } from './faults';

test.each([
  ['a lost connection', { code: '08006' }],
  ['a restart', { code: '57P01', message: 'terminating connection due to administrator command' }],
  ['a start', { code: '57P03', message: 'the database system is starting up' }],
  ['too many connections', { code: '53300' }],
  ['a full disk', { code: '53100' }],
  ['a disk that fails', { code: '58030' }],
  ['a statement that takes too long', { code: '57014' }],
  ['a transaction that waits too long', { code: '25P03' }],
  ['a former primary', { code: '25006' }],
  ['no server', { code: 'ECONNREFUSED', errno: -111 }],
  ['a broken connection', { code: 'ECONNRESET' }],
  ['a connection that ended', { message: 'Connection terminated unexpectedly' }],
  [
    'a connection that broke before',
    { message: 'Client has encountered a connection error and is not queryable' },
  ],
  ['an answer that does not come', { message: 'Query read timeout' }],
])('%s is a fault of the database', (_what, cause) => {
  expect(nameFault(Object.assign(new Error(), cause))).toMatchObject({
    name: 'DatabaseUnavailableError',
    reason: 'message' in cause ? cause.message : cause.code,
  });
});

test.each([
  ['a row that exists', { code: '23505' }],
  ['a syntax error', { code: '42601', message: 'syntax error' }],
  ['a bug', { message: 'x is not a function' }],
])('%s is not', (_what, properties) => {
  const cause = Object.assign(new Error(), properties);
  expect(nameFault(cause)).toBe(cause);
});

test('an error that was named keeps its reason', () => {
  const error = new DatabaseUnavailableError(new Error('no route'));
  expect(new DatabaseUnavailableError(error, 'The database cannot be opened', 'Look.').message).toBe(
    'The database cannot be opened: no route. Look.',
  );
});
