import type { LoadCause, RemoteModule } from '@portal/contract';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { LoadFailure } from '../remotes/federation/load-failure';
import { openPortal } from './portal';
import { registryOf } from './registry';
import { server } from './server';

/** Loads a version that fails. */
export const broken = (cause: LoadCause = 'entry'): Promise<RemoteModule> =>
  Promise.reject(new LoadFailure(cause, 'It did not arrive'));

/** Loads a version that works. */
export const healthy = async (): Promise<RemoteModule> => ({
  routes: [{ path: '/service-orders', title: 'My Service Orders', Component: () => <h1>Healed</h1> }],
});

/** The screen of a version that throws. */
export const Throws = (): never => {
  throw new Error('A screen that throws');
};

/** Waits for the screen of the version that works. */
export const healed = () => screen.findByRole('heading', { name: 'Healed' });

/** Waits for the failure view of a remote. */
export const unavailable = (title: string) =>
  screen.findByRole('heading', { name: `${title} is not available right now` });

/** Opens the orders, which are not available. */
export const openUnavailable = async () => {
  const user = openPortal('/service-orders');
  await unavailable('Orders');
  return user;
};

export const tryAgain = (user: ReturnType<typeof openPortal>) =>
  user.click(screen.getByRole('button', { name: 'Try again' }));

/** From now on, the server's registry has these remotes. */
export const serveRegistry = (...remotes: Parameters<typeof registryOf>): void =>
  server.use(http.get('/registry.json', () => HttpResponse.json(registryOf(...remotes))));
