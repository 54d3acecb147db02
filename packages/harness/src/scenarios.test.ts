import { http, HttpResponse } from 'msw';
import { inScenario } from './scenarios';
import { testServer } from './testing';

const handlers = [http.get('http://localhost/orders', () => HttpResponse.json([]))];

const server = testServer();

it.each([
  [null, 200, 0],
  ['failing', 503, 0],
  ['slow', 200, 2900],
])('in the scenario %s, a call responds with %i after %i ms', async (scenario, status, after) => {
  server.resetHandlers(...inScenario(scenario, handlers));
  const start = performance.now();
  expect((await fetch('http://localhost/orders')).status).toBe(status);
  expect(performance.now() - start).toBeGreaterThanOrEqual(after);
});
