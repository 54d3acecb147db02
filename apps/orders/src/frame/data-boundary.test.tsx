import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { DataBoundary } from './data-boundary';

/** Renders in a mock of the shell's slot, which reports each error it catches as a fault of the version. */
const showInSlot = (data: string, Value: (props: { text: string }) => string) => {
  const reported = jest.fn();
  const slot = (given: string) => (
    <ErrorBoundary onError={reported} fallback={<p>Orders is not available right now</p>}>
      <DataBoundary data={given} sample="sample" fallback={<p>It cannot be shown.</p>}>
        {(text) => <Value text={text} />}
      </DataBoundary>
      <p>The rest</p>
    </ErrorBoundary>
  );
  const { rerender } = render(slot(data));
  return { reported, update: (next: string) => rerender(slot(next)) };
};

const failOn = (text: string, strange: RegExp) => {
  if (strange.test(text)) throw new Error('Not made for this.');
};

const FailsWhenRendered = (strange: RegExp) =>
  function Value({ text }: { text: string }) {
    failOn(text, strange);
    return text;
  };

const FailsWhenInserted = (strange: RegExp) =>
  function Value({ text }: { text: string }) {
    useLayoutEffect(() => failOn(text, strange), [text]);
    return text;
  };

// React logs every error that a boundary catches.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

describe.each([
  ['is rendered', FailsWhenRendered],
  ['is inserted', FailsWhenInserted],
])('an error when data %s', (_, failing) => {
  it('is caught by the boundary if the data is at fault, until it changes', () => {
    const { reported, update } = showInSlot('strange', failing(/strange/));
    expect(screen.getByText('It cannot be shown.')).toBeVisible();
    expect(screen.getByText('The rest')).toBeVisible();
    expect(screen.queryByText('sample')).not.toBeVisible();
    expect(reported).not.toHaveBeenCalled();
    update('usual');
    expect(screen.getByText('usual')).toBeVisible();
    expect(screen.queryByText('It cannot be shown.')).not.toBeInTheDocument();
  });

  it('propagates to the shell if the version is at fault', () => {
    const { reported } = showInSlot('strange', failing(/./));
    expect(reported).toHaveBeenCalledTimes(1);
    expect(reported).toHaveBeenCalledWith(new Error('Not made for this.'), expect.anything());
    expect(screen.getByText('Orders is not available right now')).toBeVisible();
  });
});
