import { descriptorSchema, type RemoteModule } from '@portal/contract';
import { delay, http, HttpResponse, type HttpHandler } from 'msw';
import { setupWorker } from 'msw/browser';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import * as v from 'valibot';
import { RemoteAlone } from './remote-alone';

const SLOW_MS = 3000;

/** Delays every call; MSW then goes on to the next handler. */
const wait = http.all('*', () => delay(SLOW_MS));

/** Responds to the same calls with an error that has no message. */
const failing = ({ info }: HttpHandler) => http.all(info.path, () => new HttpResponse(null, { status: 503 }));

/** The mocked calls of a scenario: `slow` responds after three seconds, `failing` with 503. */
const inScenario = (scenario: string | null, handlers: readonly HttpHandler[]): HttpHandler[] => {
  if (scenario === 'failing') return handlers.map(failing);
  return scenario === 'slow' ? [wait, ...handlers] : [...handlers];
};

/** Runs one remote with mocked calls; `?scenario=slow` and `?scenario=failing` change their responses. */
export const runAlone = async (
  remote: RemoteModule,
  descriptor: unknown,
  handlers: readonly HttpHandler[],
): Promise<void> => {
  const scenario = new URLSearchParams(window.location.search).get('scenario');
  await setupWorker(...inScenario(scenario, handlers)).start({ onUnhandledRequest: 'bypass' });
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id "root".');
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <RemoteAlone descriptor={v.parse(descriptorSchema, descriptor)} remote={remote} />
      </BrowserRouter>
    </StrictMode>,
  );
};
