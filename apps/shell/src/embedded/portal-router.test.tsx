import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, useLocation } from 'react-router-dom';
import type { Routing } from 'embed/contract';
import { address } from '../testing/portal';
import { createPortalHistory, PortalRouter, type PortalHistory } from './portal-router';

const Screen = () => {
  const { pathname } = useLocation();
  return (
    <>
      <h1>{pathname}</h1>
      <Link to="/list">List</Link>
      <Link replace to="/login">
        Sign in
      </Link>
    </>
  );
};

let portalHistory: PortalHistory;
afterEach(() => portalHistory.stop());

/** Opens a page whose own router has set a history state. */
const open = (path: string, routing: Routing = 'browser') => {
  history.replaceState({ page: 7 }, '', new URL(path, location.href));
  portalHistory = createPortalHistory({ base: '/site/account', routing });
  render(
    <PortalRouter history={portalHistory}>
      <Screen />
    </PortalRouter>,
  );
  return userEvent.setup();
};

/** jsdom has no Navigation API, which reports when a page changes its address. */
const navigation = new EventTarget();

const pageGoesTo = (path: string, navigationType = 'push'): void => {
  history.pushState({ page: 8 }, '', path);
  act(() => {
    navigation.dispatchEvent(Object.assign(new Event('currententrychange'), { navigationType }));
  });
};

const customerGoesTo = (path: string): void => {
  history.pushState(null, '', path);
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
};

beforeAll(() => void Reflect.set(window, 'navigation', navigation));
afterAll(() => void Reflect.deleteProperty(window, 'navigation'));

it('follows the page to another screen', () => {
  open('/site/account/list');
  // A popstate event follows.
  pageGoesTo('/site/account/back', 'traverse');
  expect(screen.getByRole('heading', { name: '/list' })).toBeVisible();
  pageGoesTo('/site/account');
  expect(screen.getByRole('heading', { name: '/' })).toBeVisible();
  expect(history.state).toEqual({ page: 8 });
});

it.each([
  ['the page', pageGoesTo],
  ['the customer', customerGoesTo],
])('keeps its screen when %s goes elsewhere', (_who, goTo) => {
  open('/site/account/list');
  goTo('/site/contact');
  expect(screen.getByRole('heading', { name: '/list' })).toBeVisible();
});

it('ignores an anchor of the page', () => {
  open('/site/account#content', 'hash');
  expect(screen.getByRole('heading', { name: '/' })).toBeVisible();
  customerGoesTo('#/list');
  expect(screen.getByRole('heading', { name: '/list' })).toBeVisible();
  for (const anchor of ['#content', '#']) {
    customerGoesTo(anchor);
    expect(screen.getByRole('heading', { name: '/list' })).toBeVisible();
  }
});

it.each(['https://assets.example/site/', '/elsewhere/'])(
  'ignores a <base> at %s, and keeps the page’s history state',
  async (href) => {
    const base = Object.assign(document.createElement('base'), { href });
    document.head.append(base);
    const user = open('/site/account');
    expect(screen.getByRole('link', { name: 'List' })).toHaveAttribute(
      'href',
      `${location.origin}/site/account/list`,
    );
    await user.click(screen.getByRole('link', { name: 'List' }));
    expect(address()).toBe('/site/account/list');
    expect(history.state).toMatchObject({ page: 7 });
    await user.click(screen.getByRole('link', { name: 'Sign in' }));
    expect(address()).toBe('/site/account/login');
    expect(history.state).toMatchObject({ page: 7 });
    base.remove();
  },
);
