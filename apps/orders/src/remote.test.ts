import remote from './remote';

const titleOf = (path: string, params = {}) => {
  const title = remote.routes.find((route) => route.path === path)?.title;
  return typeof title === 'function' ? title(params, 'en') : title;
};

it('titles its pages', () => {
  expect(titleOf('/')).toBe('Latest Service Order');
  expect(titleOf('/my-service-order')).toBe('Latest Service Order');
  expect(titleOf('/service-orders')).toBe('My Service Orders');
  expect(titleOf('/service-order/:orderNbr', { orderNbr: '000019' })).toBe('Service Order 000019');
});
