import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Slot } from './slot';

jest.mock('@portal/theme', () => ({}));

it('renders nothing in a shell whose theme is older than slots', () => {
  const slot = createElement(Slot, { name: 'orders/order-detail.aside@1', props: { orderNbr: '000019' } });
  expect(renderToStaticMarkup(slot)).toBe('');
});
