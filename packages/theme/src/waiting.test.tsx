import { act, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { PortalThemeProvider } from './portal-theme-provider';
import { QueryView } from './query-view';
import { BRAND } from './testing/page';
import { Waiting } from './waiting';

const LONG = 'This takes longer than usual. Check your connection, or reload the page.';

const themed = (ui: ReactElement) => <PortalThemeProvider brand={BRAND}>{ui}</PortalThemeProvider>;

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

const query = {
  data: undefined,
  dataUpdatedAt: 0,
  isPending: true,
  isLoadingError: false,
  isRefetchError: false,
  fetchStatus: 'fetching',
  refetch: () => undefined,
} as const;

const View = ({ data }: { data?: string }) => (
  <QueryView
    query={{ ...query, data, isPending: data === undefined }}
    failure="Failed"
    skeleton={<p>Skeleton</p>}
  >
    {(shown) => <p>{shown}</p>}
  </QueryView>
);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('says after ten seconds that loading takes long, until the data arrives', () => {
  const { rerender } = render(themed(<View />));
  pass(9_999);
  expect(screen.queryByText(LONG)).not.toBeInTheDocument();
  pass(1);
  expect(screen.getByText(LONG)).toHaveAttribute('aria-live', 'polite');
  expect(screen.getByText('Skeleton')).toBeVisible();
  rerender(themed(<View data="Data" />));
  expect(screen.getByText('Data')).toBeVisible();
  expect(screen.queryByText(LONG)).not.toBeInTheDocument();
});

test('counts skeletons that follow each other as one wait, and a later one as another', () => {
  const { rerender } = render(
    themed(
      <Waiting key="code">
        <p>Code</p>
      </Waiting>,
    ),
  );
  pass(6_000);
  const data = (
    <Waiting key="data">
      <p>Data</p>
    </Waiting>
  );
  rerender(themed(data));
  pass(4_000);
  expect(screen.getByText(LONG)).toBeVisible();
  rerender(themed(<p>Shown</p>));
  rerender(themed(data));
  pass(9_999);
  expect(screen.queryByText(LONG)).not.toBeInTheDocument();
});
