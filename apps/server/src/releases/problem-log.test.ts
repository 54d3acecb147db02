import { createProblemLog } from './problem-log';

test('logs a problem when it begins and when it ends', () => {
  const log = { error: jest.fn(), info: jest.fn() };
  const report = createProblemLog(log);
  const cause = new Error('ENOENT');
  const orders = { name: 'orders', problem: 'orders/release.json is missing.', cause };
  const login = { name: 'login', problem: 'login 1.0.0 is left out.' };

  report([]);
  report([orders]);
  report([{ ...orders, cause: new Error('ENOENT') }, login]);
  report([orders, login]);
  expect(log.error.mock.calls).toEqual([
    [{ release: 'orders', err: cause }, 'orders/release.json is missing.'],
    [{ release: 'login' }, 'login 1.0.0 is left out.'],
  ]);
  expect(log.info).not.toHaveBeenCalled();

  report([login]);
  expect(log.info.mock.calls).toEqual([[{ release: 'orders' }, 'Resolved: orders/release.json is missing.']]);
  report([login, orders]);
  expect(log.error).toHaveBeenCalledTimes(3);
});
