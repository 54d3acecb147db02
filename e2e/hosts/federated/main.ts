import { createInstance } from '@module-federation/enhanced/runtime';

/** A site that federates itself: it takes the portal as one more remote, into an element of its own. */

interface Mounted {
  unmount: () => void;
  navigate: (path: string) => void;
}

interface MountModule {
  mount: (element: HTMLElement, options: object) => Mounted | Promise<Mounted>;
}

const element = document.getElementById('site');
const portalUrl = element?.dataset['portalUrl'];
if (!element || !portalUrl) throw new Error('The page has no place for the portal.');

const company = createInstance({
  name: 'company',
  remotes: [{ name: 'portal_shell', entry: `${portalUrl}/mount.js` }],
});
const portal = await company.loadRemote<MountModule>('portal_shell/mount');
await portal?.mount(element, { portalUrl, base: '/federated/account' });
