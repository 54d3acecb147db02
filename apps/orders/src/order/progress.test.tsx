import { PortalThemeProvider } from '@portal/theme';
import { render, screen, within } from '@testing-library/react';
import { setViewport } from '../testing/viewport';
import { Progress } from './progress';

const brand = { name: 'Acme', logoUrl: null, primaryColor: '#0b57a4' };

const showProgress = (status: string | undefined) => {
  render(
    <PortalThemeProvider brand={brand}>
      <Progress status={status} />
    </PortalThemeProvider>,
  );
  return within(screen.getByRole('region', { name: 'Progress' })).getAllByRole('listitem');
};

const current = (steps: HTMLElement[]) =>
  steps.filter((step) => step.getAttribute('aria-current') === 'step');

it('has the four steps in their order', () => {
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
])('an order whose status is %s is at the step %s, and at no other', (status, step) => {
  const [here, ...others] = current(showProgress(status));
  expect(here).toHaveTextContent(step);
  expect(others).toEqual([]);
});

it('says in words and in its look which steps are done', () => {
  const steps = showProgress('Completed');
  expect(screen.getByText('On Hold')).toHaveClass('Mui-completed');
  expect(screen.getByText('Completed')).toHaveClass('Mui-active');
  expect(screen.getByText('Closed')).toHaveClass('Mui-disabled');
  expect(steps.map((step) => step.textContent.includes('(done)'))).toEqual([true, true, false, false]);
});

test.each([
  [320, 'vertical'],
  [1280, 'horizontal'],
])('at %i px its steps stand in a %s line', (width, orientation) => {
  setViewport(width);
  showProgress('Open');
  expect(screen.getByRole('list', { name: 'Progress of the order' })).toHaveClass(
    `MuiStepper-${orientation}`,
  );
});
