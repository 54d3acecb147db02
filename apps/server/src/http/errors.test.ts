import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { DatabaseUnavailableError } from '../database/faults';
import { answerErrors, Failure } from './errors';
import { logging, logRequests } from './logging';
import { type App, type ValibotTypes, validateWithValibot } from './validation';

const lines: string[] = [];
const stream = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});

const buildFailing = (): App => {
  const app = Fastify(logging('info', stream)).withTypeProvider<ValibotTypes>();
  logRequests(app);
  validateWithValibot(app);
  answerErrors(app);
  app.get('/bug', async () => {
    throw Object.assign(new Error('broken inside'), {
      code: '23505',
      detail: 'Key (email)=(ann@example.com) exists.',
    });
  });
  app.get('/away', async () => {
    throw new DatabaseUnavailableError(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
  });
  app.get('/limit', async () => {
    throw new Failure(429, 'Please wait.', 30);
  });
  return app;
};

test('answers a bug with a general message, and logs its cause without row data', async () => {
  const answer = await buildFailing().inject('/bug');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    success: false,
    message: 'Something went wrong on our side. Please try again in a moment.',
  });
  const log = lines.join('');
  expect(log).toContain('broken inside');
  expect(log).toContain('errors.test.ts');
  expect(log).not.toContain('ann@example.com');
});

test('answers 503 with Retry-After when the database is unavailable', async () => {
  const answer = await buildFailing().inject('/away');
  expect(answer).toMatchObject({
    statusCode: 503,
    headers: { 'retry-after': '5', 'cache-control': 'no-store' },
  });
  expect(answer.json()).toEqual({
    success: false,
    message: 'The portal cannot reach its data right now. Please try again in a moment.',
  });
});

test('answers a Failure with its status, message and Retry-After', async () => {
  const answer = await buildFailing().inject('/limit');
  expect(answer).toMatchObject({ statusCode: 429, headers: { 'retry-after': '30' } });
  expect(answer.json()).toEqual({ success: false, message: 'Please wait.' });
});

test('the log contains neither query, cookies, nor client address', async () => {
  lines.length = 0;
  await buildFailing().inject({
    // Not a number: timestamps and process ids can contain any digits.
    url: '/limit?code=c0de-of-ann',
    headers: { cookie: 'session_token=secret', 'x-xsrf-token': 'token' },
    remoteAddress: '203.0.113.7',
  });
  expect(JSON.parse(lines.join(''))).toMatchObject({
    method: 'GET',
    path: '/limit',
    status: 429,
    ms: expect.any(Number),
  });
  expect(lines.join('')).not.toMatch(/c0de-of-ann|secret|token|203\.0\.113\.7/);
});
