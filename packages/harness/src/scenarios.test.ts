import { http, HttpResponse, type HttpHandler } from 'msw';
import { inScenario } from './scenarios';
import { testServer } from './testing';

const handlers = [http.get('http://localhost/orders', () => HttpResponse.json([]))];

const server = testServer();

const statusWith = async (given: HttpHandler[]) => {
  server.resetHandlers(...given);
  return (await fetch('http://localhost/orders')).status;
};

it('without a scenario, answers like the mocks', async () => {
  expect(await statusWith(inScenario(null, handlers))).toBe(200);
});

it('"failing" answers every call with 503', async () => {
  expect(await statusWith(inScenario('failing', handlers))).toBe(503);
});

it('"slow" answers after three seconds', async () => {
  const start = performance.now();
  expect(await statusWith(inScenario('slow', handlers))).toBe(200);
  expect(performance.now() - start).toBeGreaterThan(2900);
});
