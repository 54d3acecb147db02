import { delay, http, HttpResponse, type HttpHandler } from 'msw';

const SLOW_MS = 3000;

/** Waits, and leaves the answer to the handlers after it. */
const wait = http.all('*', () => delay(SLOW_MS));

/** Answers the same calls, each with an error that has no words of its own. */
const failing = ({ info }: HttpHandler) => http.all(info.path, () => new HttpResponse(null, { status: 503 }));

/**
 * The mocked calls as a scenario wants them.
 * @param scenario `slow` answers after three seconds, `failing` with 503; anything else changes nothing
 */
export const inScenario = (scenario: string | null, handlers: readonly HttpHandler[]): HttpHandler[] => {
  if (scenario === 'failing') return handlers.map(failing);
  return scenario === 'slow' ? [wait, ...handlers] : [...handlers];
};
