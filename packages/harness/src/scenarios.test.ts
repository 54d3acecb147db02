import { http, HttpResponse, type HttpHandler } from 'msw';
import { setupServer } from 'msw/node';
import { inScenario } from './scenarios';

const handlers = [http.get('http://localhost/orders', () => HttpResponse.json([]))];

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

const statusWith = async (given: HttpHandler[]) => {
  server.resetHandlers(...given);
  return (await fetch('http://localhost/orders')).status;
};

it('answers as the remote’s own mocks do', async () => {
  expect(await statusWith(inScenario(null, handlers))).toBe(200);
});

it('answers every call with an error in the scenario "failing"', async () => {
  expect(await statusWith(inScenario('failing', handlers))).toBe(503);
});

it('answers after three seconds in the scenario "slow"', async () => {
  const start = performance.now();
  expect(await statusWith(inScenario('slow', handlers))).toBe(200);
  expect(performance.now() - start).toBeGreaterThan(2900);
});
