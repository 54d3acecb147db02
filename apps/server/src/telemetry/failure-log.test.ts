import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FAILURES, openReleases, type FieldFailure } from '@portal/releases';
import { putRelease, remoteRelease } from '../testing/releases';
import { createFailureLog } from './failure-log';

let directory: string;
let root: URL;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'failure-log-'));
  root = pathToFileURL(join(directory, 'releases'));
  await putRelease(root, remoteRelease('orders'));
});
afterEach(() => rm(directory, { recursive: true }));

const failure = (message: string, version = '1.0.0'): FieldFailure => ({
  version,
  cause: 'render',
  message,
  stack: [],
  browsers: { 'Chrome 131': 1 },
  count: 1,
  last: '2026-03-05T12:00:00.000Z',
});

/** A replica of the server. */
const replica = () => {
  const log = { error: jest.fn(), warn: jest.fn(), info: jest.fn() };
  return { log, ...createFailureLog({ store: openReleases(root), log }) };
};

const written = async () =>
  (await openReleases(root).readReports(FAILURES, 'orders'))?.map(
    ({ message, count }) => `${count} × ${message}`,
  );

test('adds up the failures of replicas and writes each once', async () => {
  const [one, other] = [replica(), replica()];
  for (const { add } of [one, other]) {
    add('orders', failure('broken'));
    add('orders', failure('broken'));
  }
  await Promise.all([one.writeDown(), other.writeDown()]);
  await one.writeDown();
  expect(await written()).toEqual(['4 × broken']);
});

test('drops failures of versions that are gone', async () => {
  const { add, writeDown } = replica();
  add('orders', failure('of a pruned one', '0.1.0'));
  add('orders', failure('broken'));
  await writeDown();
  expect(await written()).toEqual(['1 × broken']);
});
