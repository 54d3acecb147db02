import { act, render, screen } from '@testing-library/react';
import { Component, Suspense, type ReactNode } from 'react';
import { deferredPart } from './deferred';

const Field = ({ label }: { label: string }) => <label>{label}</label>;

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? 'failed' : this.props.children);
}

/** Shows a deferred component in a tree of its own. */
const show = (Shown: (props: { label: string }) => ReactNode, label: string) =>
  act(async () => {
    render(
      <Boundary>
        <Suspense fallback="waiting">
          <Shown label={label} />
        </Suspense>
      </Boundary>,
    );
  });

it('suspends until its part has loaded, and never again', async () => {
  let arrive: (part: { Field: typeof Field; Other: typeof Field }) => void = () => undefined;
  const load = jest.fn(() => new Promise<Parameters<typeof arrive>[0]>((resolve) => (arrive = resolve)));
  const part = deferredPart(load);
  await show(part.component('Field'), 'Email');
  expect(screen.getByText('waiting')).toBeVisible();
  await act(async () => arrive({ Field, Other: Field }));
  expect(screen.getByText('Email')).toBeVisible();

  // Renders synchronously, because the part has loaded.
  const Other: (props: { label: string }) => ReactNode = part.component('Other');
  render(<Other label="Phone" />);
  expect(screen.getByText('Phone')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads the part again after a delay following a failure', async () => {
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockReturnValue();
  const load = jest.fn(async () => ({ Field })).mockRejectedValueOnce(new Error('offline'));
  const Deferred: (props: { label: string }) => ReactNode = deferredPart(load).component('Field');
  await show(Deferred, 'Email');
  expect(screen.getByText('failed')).toBeVisible();
  jest.runAllTimers();
  await show(Deferred, 'Phone');
  expect(screen.getByText('Phone')).toBeVisible();
});
