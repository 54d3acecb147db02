import { descriptorSchema, type RemoteModule } from '@portal/contract';
import type { HttpHandler } from 'msw';
import { setupWorker } from 'msw/browser';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import * as v from 'valibot';
import { RemoteAlone } from './remote-alone';
import { inScenario } from './scenarios';

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
