import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { DataBoundary } from './data-boundary';

const strange = new Error('Not made for this.');

const failOn = (text: string) => {
  if (text === 'strange') throw strange;
};

const FailsWhenRendered = ({ text }: { text: string }) => {
  failOn(text);
  return text;
};

const FailsWhenInserted = ({ text }: { text: string }) => {
  useLayoutEffect(() => failOn(text), [text]);
  return text;
};

it.each([
  ['is rendered', FailsWhenRendered],
  ['is inserted', FailsWhenInserted],
])('keeps the rest when odd data %s, until it changes, and reports the error', (_, Value) => {
  // React logs every error that a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const reported = jest.spyOn(window, 'reportError').mockImplementation(() => undefined);
  const boundary = (data: string) => (
    <DataBoundary data={data} fallback={<p>It cannot be shown.</p>}>
      {(text) => <Value text={text} />}
    </DataBoundary>
  );
  const { rerender } = render(boundary('strange'));
  expect(screen.getByText('It cannot be shown.')).toBeVisible();
  expect(reported).toHaveBeenCalledWith(strange);
  rerender(boundary('usual'));
  expect(screen.getByText('usual')).toBeVisible();
  expect(screen.queryByText('It cannot be shown.')).not.toBeInTheDocument();
  jest.restoreAllMocks();
});
