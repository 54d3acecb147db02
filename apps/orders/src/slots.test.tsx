import { renderInPortal, RemoteScreens } from '@portal/harness/testing';
import { ShellServicesContext } from '@portal/remote/services';
import { screen } from '@testing-library/react';
import { slots } from '../remote.json';
import remote from './remote';
import { respond } from './testing/orders-page';

const ORDER = {
  ServiceOrderNbr: '000019',
  Status: 'Open',
  events: [
    {
      summary: 'Pump replaced',
      body: '<p>It works.</p>',
      created_at: '2026-03-04T12:34:00Z',
      status: 'Done',
    },
  ],
};

/** Shows a screen in a shell whose widgets are the props of their slots. */
const showSlots = (path: string) =>
  renderInPortal(
    <ShellServicesContext
      value={{ Widgets: ({ slot, props }) => <p>{`${slot} ${JSON.stringify(props)}`}</p> }}
    >
      <RemoteScreens {...remote} />
    </ShellServicesContext>,
    { path },
  );

const typesOf = (props: object) =>
  Object.fromEntries(Object.entries(props).map(([name, value]) => [name, typeof value]));

const [aside, event, above] = slots;

it.each([
  ['/service-order/000019', aside, { orderNbr: '000019', status: 'Open' }],
  ['/service-order/000019', event, { orderNbr: '000019', kind: 'done', createdAt: '2026-03-04T12:34:00Z' }],
  ['/service-orders', above, {}],
])('%s offers %j with the props of remote.json', async (path, slot, props) => {
  respond('get', [ORDER]);
  respond('list', [ORDER]);
  showSlots(path);
  expect(await screen.findByText(`${slot?.id} ${JSON.stringify(props)}`)).toBeVisible();
  expect(typesOf(props)).toEqual(slot?.props);
});
