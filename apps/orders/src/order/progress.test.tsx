import { renderInPortal } from '@portal/harness/testing';
import { screen, within } from '@testing-library/react';
import { formatDay } from '../values/dates';
import { Progress } from './progress';

const EN = { language: 'en' };

const showProgress = (status: string | undefined) => {
  renderInPortal(<Progress status={status} events={[]} />);
  return within(screen.getByRole('region', { name: 'Progress' })).getAllByRole('listitem');
};

const current = (steps: HTMLElement[]) =>
  steps.filter((step) => step.getAttribute('aria-current') === 'step');

test.each([
  ['ON HOLD', 'On Hold'],
  ['cLoSeD', 'Closed'],
  ['Hold', 'Open'],
  [undefined, 'Open'],
])('marks only one step as current: status %s, step %s', (status, step) => {
  const [marked, ...others] = current(showProgress(status));
  expect(marked).toHaveTextContent(step);
  expect(others).toEqual([]);
});

it('marks completed steps by text and style', () => {
  const steps = showProgress('Completed');
  expect(steps.map(({ textContent }) => textContent.replace(/^\d| \(done\)/g, ''))).toEqual([
    'Open',
    'On Hold',
    'Completed',
    'Closed',
  ]);
  expect(screen.getByText('On Hold').parentElement).toHaveClass('Mui-completed');
  expect(screen.getByText('Completed').parentElement).toHaveClass('Mui-active');
  expect(screen.getByText('Closed').parentElement).toHaveClass('Mui-disabled');
  expect(steps.map((step) => step.textContent.includes('(done)'))).toEqual([true, true, false, false]);
});

it('dates the steps found in the event log, except upcoming ones', () => {
  const at = (day: number) => `2026-03-0${day}T10:00:00Z`;
  renderInPortal(
    <Progress
      status="On Hold"
      events={[
        { status: 'On Hold', created_at: at(4) },
        { status: 'Closed', created_at: at(3) },
        { summary: 'On Hold', created_at: at(2) },
        { status: 'open', created_at: at(1) },
      ]}
    />,
  );
  const dates = screen.getAllByRole('listitem').map((step) => within(step).queryByRole('time')?.textContent);
  expect(dates).toEqual([formatDay(at(1), EN), formatDay(at(4), EN), undefined, undefined]);
});
