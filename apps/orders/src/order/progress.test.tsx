import { renderInPortal } from '@portal/harness/testing';
import { screen, within } from '@testing-library/react';
import { setViewport } from '../testing/orders-page';
import { Progress } from './progress';

const showProgress = (status: string | undefined) => {
  renderInPortal(<Progress status={status} />);
  return within(screen.getByRole('region', { name: 'Progress' })).getAllByRole('listitem');
};

const current = (steps: HTMLElement[]) =>
  steps.filter((step) => step.getAttribute('aria-current') === 'step');

it('shows the four steps in order', () => {
  const steps = showProgress('Open');
  expect(steps).toHaveLength(4);
  ['Open', 'On Hold', 'Completed', 'Closed'].forEach((step, index) =>
    expect(steps[index]).toHaveTextContent(step),
  );
});

test.each([
  ['Open', 'Open'],
  ['On Hold', 'On Hold'],
  ['ON HOLD', 'On Hold'],
  ['completed', 'Completed'],
  ['cLoSeD', 'Closed'],
  ['In Process', 'Open'],
  ['Hold', 'Open'],
  [undefined, 'Open'],
])('an order with the status %s is at the step %s only', (status, step) => {
  const [here, ...others] = current(showProgress(status));
  expect(here).toHaveTextContent(step);
  expect(others).toEqual([]);
});

it('marks completed steps by text and style', () => {
  const steps = showProgress('Completed');
  expect(screen.getByText('On Hold')).toHaveClass('Mui-completed');
  expect(screen.getByText('Completed')).toHaveClass('Mui-active');
  expect(screen.getByText('Closed')).toHaveClass('Mui-disabled');
  expect(steps.map((step) => step.textContent.includes('(done)'))).toEqual([true, true, false, false]);
});

test.each([
  [320, 'vertical'],
  [1280, 'horizontal'],
])('at %i px the stepper is %s', (width, orientation) => {
  setViewport(width);
  showProgress('Open');
  expect(screen.getByRole('list', { name: 'Progress of the order' })).toHaveClass(
    `MuiStepper-${orientation}`,
  );
});
