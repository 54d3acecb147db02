import { DatabaseUnavailableError, nameFault } from './faults';

test.each([
  ['a lost connection', { code: '08006' }],
  ['a server that shuts down', { code: '57P01', message: 'terminating connection' }],
  ['too many connections', { code: '53300' }],
  ['a statement that takes too long', { code: '57014' }],
  ['a table that others use', { code: '55P03' }],
  ['a former primary', { code: '25006' }],
  ['a refused connection', { code: 'ECONNREFUSED', errno: -111 }],
  ['a terminated connection', { message: 'Connection terminated unexpectedly' }],
  ['a connection that broke earlier', { message: 'Client has an error and is not queryable' }],
  ['a missing response', { message: 'Query read timeout' }],
])('turns %s into a DatabaseUnavailableError', (_name, cause) => {
  expect(nameFault(Object.assign(new Error(), cause))).toMatchObject({
    name: 'DatabaseUnavailableError',
    reason: 'message' in cause ? cause.message : cause.code,
  });
});

test.each([
  ['57014', 'The database is busy'],
  ['55P03', 'The database is busy'],
  ['40P01', 'The database is busy'],
  ['40001', 'The database is busy'],
  ['57P01', 'The database does not answer'],
  ['ECONNREFUSED', 'The database does not answer'],
])('tells apart what fails: %s', (code, whatFails) => {
  const error = new DatabaseUnavailableError(Object.assign(new Error('a reason'), { code }));
  expect(error).toMatchObject({
    isBusy: whatFails.endsWith('busy'),
    message: `${whatFails}: a reason.`,
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
