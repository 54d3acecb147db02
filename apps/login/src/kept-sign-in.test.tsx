import { BRAND, queryWrapper } from '@portal/harness/testing';
import { PortalThemeProvider } from '@portal/theme';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { SignInScreen } from './sign-in-screen';
import { askForCode, button, enterCode, field, server } from './testing/sign-in-page';

// Fake timers that also advance on their own, so that MSW responds.
beforeEach(() => jest.useFakeTimers({ advanceTimers: true, doNotFake: ['performance'] }));
afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

/** Loads the page at the current history entry. */
const load = (type: 'navigate' | 'reload') => {
  Object.assign(performance, { getEntriesByType: () => [{ type }] });
  render(
    <PortalThemeProvider brand={BRAND}>
      <BrowserRouter>
        <SignInScreen />
      </BrowserRouter>
    </PortalThemeProvider>,
    { wrapper: queryWrapper() },
  );
  return userEvent.setup({ delay: null });
};

const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);

const visit = (url = '/login') => {
  history.pushState(null, '', url);
  return load('navigate');
};

/** Unlike unmounting, closing a tab ends no effects. */
const closeTab = () => {
  const [ofBrowser, ofTab] = [{ ...localStorage }, { ...sessionStorage }];
  cleanup();
  Object.assign(localStorage, ofBrowser);
  Object.assign(sessionStorage, ofTab);
};

const reload = () => {
  closeTab();
  return load('reload');
};

const codeField = () => screen.queryByRole('textbox', { name: 'Access Code' });

it('returns to the verify step after a reload, with address, countdown and method', async () => {
  const user = visit();
  await user.type(field('Email'), 'ann@example.com');
  await user.click(button('Phone'));
  await user.type(field('Phone Number'), '+1 202 555 0123{Enter}');
  await screen.findByRole('textbox', { name: 'Access Code' });
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  const again = reload();
  expect(field('Phone Number')).toHaveValue('+1 202 555 0123');
  expect(field('Access Code')).toHaveFocus();
  expect(Number(/in (\d+) s$/.exec(button(/^Send the code again/).textContent)?.[1])).toBeLessThanOrEqual(40);
  await enterCode(again, '123456');
  await screen.findByText('Login successful! Redirecting...');
  expect(stored()).not.toMatch(/202 ?555/);
});

it('stores the address, but not the code', async () => {
  const user = visit();
  await askForCode(user);
  await user.type(field('Access Code'), '4711');
  expect(stored()).toContain('ann@example.com');
  expect(stored()).not.toMatch(/\b4711\b/);
});

it.each([
  ['a fresh visit', () => visit()],
  [
    'a reload of another tab',
    () => {
      sessionStorage.clear();
      return reload();
    },
  ],
  [
    'a reload after the code has expired',
    () => {
      jest.setSystemTime(Date.now() + 601_000);
      return reload();
    },
  ],
  [
    'a reload with an entry of another shape',
    () => {
      sessionStorage.setItem('portal-sign-in', '{"email":"ann@example.com"}');
      return reload();
    },
  ],
])('%s starts over', async (_, open) => {
  await askForCode(visit());
  closeTab();
  open();
  expect(field('Email')).toHaveValue('');
  expect(codeField()).not.toBeInTheDocument();
});

it('a reload after Change starts over, but the code sent before can still be entered', async () => {
  const user = visit();
  await askForCode(user);
  await user.click(button('Change'));
  const again = reload();
  const tooEarly = { status: 429, headers: { 'Retry-After': '42' } };
  server.respond('/customer-login/email', { success: false }, tooEarly);
  await again.type(field('Email'), 'ann@example.com{Enter}');
  await again.click(await screen.findByRole('button', { name: 'I already have a code' }));
  await enterCode(again, '123456');
  expect(await screen.findByText('Login successful! Redirecting...')).toBeVisible();
});

describe('the link in the email', () => {
  it('signs in in its own tab, although the tab that requested the code is closed', async () => {
    await askForCode(visit());
    closeTab();
    const user = visit('/login#code=123456');
    expect(await screen.findByText('Your code is filled in.')).toBeVisible();
    expect(field('Email')).toHaveValue('ann@example.com');
    expect(field('Access Code')).toHaveValue('123456');
    expect(location.hash).toBe('');
    expect(stored()).not.toContain('123456');
    await user.click(button('Verify & Login'));
    expect(await screen.findByText('Login successful! Redirecting...')).toBeVisible();
    expect(stored()).not.toContain('ann@example.com');
  });

  it('finds nothing once the code has expired, and forgets the address', async () => {
    await askForCode(visit());
    jest.setSystemTime(Date.now() + 601_000);
    closeTab();
    visit('/login#code=123456');
    expect(screen.getByRole('heading', { name: 'Enter your code where you asked for it' })).toBeVisible();
    expect(localStorage).toHaveLength(0);
  });

  it('shows the code and instructions in another browser', async () => {
    const user = visit('/login#code=123456');
    await screen.findByRole('heading', { name: 'Enter your code where you asked for it' });
    expect(screen.getByText('123 456')).toBeVisible();
    expect(screen.getByText(/^It works only in the browser that asked for it\./)).toBeVisible();
    expect(location.hash).toBe('');
    await user.click(button('Sign in here instead'));
    expect(field('Email')).toBeVisible();
  });

  it('ignores a code in the URL that is not numeric', () => {
    visit('/login#code=Call%20555');
    expect(field('Email')).toBeVisible();
  });

  it('works in the tab that requested the code, too', async () => {
    await askForCode(visit());
    act(() => void (location.hash = '#code=123456'));
    expect(await screen.findByText('Your code is filled in.')).toBeVisible();
    expect(field('Access Code')).toHaveValue('123456');
  });
});
