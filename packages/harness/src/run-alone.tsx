import { descriptorSchema, type RemoteModule } from '@portal/contract';
import type { HttpHandler } from 'msw';
import { setupWorker } from 'msw/browser';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import * as v from 'valibot';
import { RemoteAlone } from './remote-alone';
import { inScenario } from './scenarios';

/**
 * Shows one remote without the shell and without a server.
 * @param remote the default export of the app's `src/remote`
 * @param descriptor the content of the app's `remote.json`; a wrong one is refused, as `portal publish` would
 * @param handlers the mocked calls; `?scenario=slow` and `?scenario=failing` change how they answer
 */
export const runAlone = async (
  remote: RemoteModule,
  descriptor: unknown,
  handlers: readonly HttpHandler[],
): Promise<void> => {
  const { title, navigation } = v.parse(descriptorSchema, descriptor);
  const scenario = new URLSearchParams(window.location.search).get('scenario');
  await setupWorker(...inScenario(scenario, handlers)).start({ onUnhandledRequest: 'bypass' });
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id "root" to show the remote in.');
  createRoot(root).render(
    <BrowserRouter>
      <RemoteAlone title={title} navigation={navigation} routes={remote.routes} />
    </BrowserRouter>,
  );
};
