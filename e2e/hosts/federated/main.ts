import { createInstance } from '@module-federation/enhanced/runtime';
import React from 'react';
import ReactDom from 'react-dom';
import ReactDomClient from 'react-dom/client';
import ReactJsxRuntime from 'react/jsx-runtime';

/** A site that federates itself: it takes the portal as one more remote, into an element of its own. */

interface MountModule {
  mount: (element: HTMLElement, options: object) => { unmount: () => void };
}

const element = document.getElementById('site');
const { portalUrl, home } = element?.dataset ?? {};
if (!element || !portalUrl || !home) throw new Error('The page has no place for the portal.');

const share = (module: object) => ({
  version: React.version,
  lib: () => module,
  shareConfig: { singleton: true, requiredVersion: `^${React.version}` },
});
const company = createInstance({
  name: 'company',
  remotes: [{ name: 'portal_shell', entry: `${portalUrl}/mount.js` }],
  // Under one of its addresses the site keeps its React to itself.
  shared: home.endsWith('apart')
    ? {}
    : {
        react: share(React),
        'react/jsx-runtime': share(ReactJsxRuntime),
        'react-dom': share(ReactDom),
        'react-dom/client': share(ReactDomClient),
      },
});

const Account = () => {
  const place = React.useRef<HTMLElement>(null);
  React.useEffect(() => {
    let portal: ReturnType<MountModule['mount']> | undefined;
    let left = false;
    const show = async () => {
      const module = await company.loadRemote<MountModule>('portal_shell/mount');
      if (module && place.current && !left) portal = module.mount(place.current, { base: `${home}/account` });
    };
    void show();
    return () => {
      left = true;
      portal?.unmount();
    };
  }, []);
  return React.createElement('main', { ref: place });
};

ReactDomClient.createRoot(element).render(React.createElement(Account));
