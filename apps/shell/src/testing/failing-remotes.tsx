import type { LoadCause, RemoteModule } from '@portal/contract';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { LoadFailure } from '../federation/load-failure';
import type { openPortal } from './portal';
import { registryOf } from './registry';
import { server } from './server';

/** How a version that fails loads. */
export const broken = (cause: LoadCause = 'entry'): Promise<RemoteModule> =>
  Promise.reject(new LoadFailure(cause, 'It did not arrive'));

/** How a version that works loads. */
export const healthy = async (): Promise<RemoteModule> => ({
  routes: [{ path: '/service-orders', title: 'My Service Orders', Component: () => <h1>Healed</h1> }],
});

/** What stands in the place of a remote that failed. */
export const unavailable = (title: string) =>
  screen.findByRole('heading', { name: `${title} is not available right now` });

/** Presses what the customer is offered. */
export const tryAgain = (user: ReturnType<typeof openPortal>) =>
  user.click(screen.getByRole('button', { name: 'Try again' }));

/** Who asks the server again gets these remotes. */
export const serveRegistry = (...remotes: Parameters<typeof registryOf>): void =>
  server.use(http.get('/registry.json', () => HttpResponse.json(registryOf(...remotes))));
