import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { DatabaseUnavailableError } from '../database/faults';
import { respondWithError, errorResponses, Failure } from './errors';
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
  const app = Fastify({
    ...logging('info', stream),
    frameworkErrors: respondWithError,
  }).withTypeProvider<ValibotTypes>();
  logRequests(app);
  validateWithValibot(app);
  errorResponses(app);
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

test.each([
  ['/away', 503, '5', 'The portal cannot reach its data right now. Please try again in a moment.'],
  ['/limit', 429, '30', 'Please wait.'],
  ['/nothing-here', 404, undefined, 'There is nothing at this address.'],
  ['/%zz', 400, undefined, 'The request was not understood. Check what you entered and try again.'],
])('answers %s with status %d and a sentence', async (url, statusCode, retryAfter, message) => {
  const answer = await buildFailing().inject(url);
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([statusCode, retryAfter]);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toEqual({ success: false, message });
});
