import { readBoot } from './boot';
import { orders, registryOf, withRemotes } from './testing/registry';

const pageWith = (content: unknown, id = 'portal-boot'): Document => {
  const page = document.implementation.createHTMLDocument();
  const script = page.createElement('script');
  Object.assign(script, { id, type: 'application/json', nonce: 'abc', textContent: JSON.stringify(content) });
  page.body.append(script);
  return page;
};

const boot = {
  basePath: '/account',
  brand: { name: 'Northwind', logoUrl: null, primaryColor: '#0b57a4' },
  previews: [],
  ...withRemotes(registryOf(orders)),
};

it('reads the boot document and the nonce from the page', () => {
  expect(readBoot(pageWith(boot))).toMatchObject({
    nonce: 'abc',
    boot: { basePath: '/account', registry: boot.registry },
  });
});

it('names the missing element in a page that the server did not render', () => {
  expect(() => readBoot(pageWith(boot, 'something-else'))).toThrow('no element with the id "portal-boot"');
});

it('rejects an invalid boot document', () => {
  expect(() => readBoot(pageWith({ ...boot, brand: { name: 'Northwind' } }))).toThrow();
});
