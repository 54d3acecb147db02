import { delay, http, HttpResponse, type HttpHandler } from 'msw';

const SLOW_MS = 3000;

/** Delays every call; MSW then goes on to the next handler. */
const wait = http.all('*', () => delay(SLOW_MS));

/** Responds to the same calls with an error that has no message. */
const failing = ({ info }: HttpHandler) => http.all(info.path, () => new HttpResponse(null, { status: 503 }));

/** The mocked calls of a scenario: `slow` responds after three seconds, `failing` with 503. */
export const inScenario = (scenario: string | null, handlers: readonly HttpHandler[]): HttpHandler[] => {
  if (scenario === 'failing') return handlers.map(failing);
  return scenario === 'slow' ? [wait, ...handlers] : [...handlers];
};
