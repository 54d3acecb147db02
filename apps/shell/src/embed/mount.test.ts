import { HOST_REACT, REACT_MODULES } from '@portal/contract';
import { embeddedShell, PORTAL_URL } from '../testing/embedded-shell';
import '../testing/server';
import { defineCustomerPortal } from './define-customer-portal';

const script = document.createElement('script');
script.type = 'module';

/** Runs a script of embedding as if it came from there. */
const loadFrom = async (src: string, run: () => Promise<unknown>) => {
  script.src = src;
  document.head.append(script);
  await run();
  script.remove();
};

test('a host that federates itself mounts the portal with its own React, and takes it away again', async () => {
  const shell = embeddedShell();
  await loadFrom(`${PORTAL_URL}/mount.js`, async () => {
    const container = await import('./container');
    const react = { createElement: () => null };
    container.init(
      Object.fromEntries(REACT_MODULES.map((name) => [name, { '19.3.1': { lib: () => react } }])),
    );
    const { mount } = (await container.get('./mount'))();
    const place = document.body.appendChild(document.createElement('div'));
    const { navigate, unmount } = mount(place, { base: '/account', brand: 'Northwind' });
    navigate('/service-orders');
    expect(Reflect.get(await shell.script(), HOST_REACT)).toEqual({
      version: '19.3.1',
      modules: Object.fromEntries(REACT_MODULES.map((name) => [name, react])),
    });
    await shell.arrives();
    const portal = await shell.portal();
    expect(portal.options).toMatchObject({ portalUrl: PORTAL_URL, base: '/account', brandName: 'Northwind' });
    expect(portal.navigate).toHaveBeenCalledWith('/service-orders');
    unmount();
    await Promise.resolve();
    expect(portal.unmount).toHaveBeenCalledTimes(1);
    expect(place).toBeEmptyDOMElement();
    await expect(container.get('./remote')).rejects.toThrow('exposes ./mount');
  });
});

test('embed.js beside it changes nothing; that of another portal says why nothing is shown', async () => {
  const error = jest.spyOn(console, 'error').mockReturnValue();
  await loadFrom(`${PORTAL_URL}/embed.js`, async () => defineCustomerPortal(document));
  expect(error).not.toHaveBeenCalled();
  await loadFrom('https://other.example/embed.js', async () => defineCustomerPortal(document));
  expect(error.mock.calls[0]?.[0]).toContain('https://other.example is not shown');
});
