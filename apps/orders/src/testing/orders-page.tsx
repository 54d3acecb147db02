import { BRAND, RemoteScreens, renderInPortal, testServer } from '@portal/harness/testing';
import type { Brand } from '@portal/contract';
import type { JsonBodyType } from 'msw';
import { handlers } from '../../dev/mocks';
import remote from '../remote';
import type { DateStyle } from '../values/dates';

/** Responds as in development, until a test replaces a response. */
export const server = testServer(...handlers);

/** The calls of this remote (specification section 7). */
type Call = 'list' | 'get';

const pathOf = (call: Call) => `*/serviceOrder/${call}`;

export const respond = (call: Call, body: JsonBodyType) => server.respond(pathOf(call), body);

export const fail = (call: Call) => server.fail(pathOf(call));

export const hold = (call: Call, body: JsonBodyType) => server.hold(pathOf(call), body);

/** Renders the screen at `path` and returns its user. */
export const show = (path: string, brand: Brand = BRAND) =>
  renderInPortal(<RemoteScreens {...remote} />, { path, brand }).user;

export { BRAND };

/** How the tests' customer reads dates. */
export const EN: DateStyle = { language: 'en' };

const originalWidth = window.innerWidth;

/** Resizes the window, in CSS pixels. */
export const setViewport = (width: number): void => {
  window.innerWidth = width;
  window.dispatchEvent(new Event('resize'));
};

afterEach(() => {
  window.innerWidth = originalWidth;
});
