import { join } from 'node:path';
import type { Descriptor } from '@portal/contract';
import { writeBuild } from './builds';
import { RUN_DIR } from './directories';

/** Bodies of a widget's component, with its `props`, and the shell's `React`, `axios`, `theme`, and `services`. */
const WIDGETS = {
  /** As the packages of version 1 reach the shell and the back end. It stays as it is: teams do not build again for each shell. */
  'is built once': `
    const { settings } = React.use(services.RemoteScopeContext);
    const { setBadge } = React.use(services.ShellServicesContext);
    const [claims, setClaims] = React.useState();
    React.useEffect(() => void axios.request({ url: '/api/warranty/claims' }).then(({ data }) => setClaims(data)), []);
    React.useEffect(() => claims && setBadge('warranty', '/warranty', claims), [claims]);
    return React.createElement('p', null, [props.orderNbr, settings.years + ' years', claims + ' claims'].join(', '));`,
  'has styles': `
    const { styles, nonce } = theme.useSurface();
    React.useLayoutEffect(() => {
      const style = Object.assign(document.createElement('style'), { nonce, textContent: '.claim { margin: 9px }' });
      styles.append(style);
      return () => style.remove();
    }, []);
    return React.createElement('p', { className: 'claim' }, 'Warranty of ' + props.orderNbr);`,
  'grows over the page': `
    const [height, setHeight] = React.useState(20);
    React.useEffect(() => void requestAnimationFrame(() => setHeight(9000)), []);
    const style = { position: 'fixed', inset: 0, height, background: 'red', zIndex: 9999 };
    return React.createElement('div', { style }, 'Height: ' + height);`,
  'floods the page': `
    const lines = Array.from({ length: 5000 }, (_, key) => React.createElement('p', { key }, 'Warranty ' + key));
    return React.createElement('div', null, lines);`,
} as const;

const STYLES = `
  @property --gap { syntax: '<length>'; inherits: false; initial-value: 7px; }
  @font-face { font-family: Claim; src: url('claim.woff2'); }
  :root { --ink: rgb(1, 2, 3); }
  body { --paper: rgb(4, 5, 6); }
  html[data-mui-color-scheme='light'] .claim { border: 3px solid; }
  @layer base { .claim { padding: var(--gap); animation: wait 4ms 5; } }
  @keyframes wait { to { opacity: 1; } }
  .claim { color: var(--ink); background: var(--paper); font-family: Claim; }`;

export type WidgetBuild = keyof typeof WIDGETS;

const DESCRIPTOR: Descriptor = {
  name: 'warranty',
  title: 'Warranty',
  access: 'customer',
  routes: ['/warranty'],
  navigation: [{ label: 'Warranty', path: '/warranty', icon: 'M12 2L22 20H2L12 2Z', order: 100 }],
  api: true,
  settings: { years: 2 },
  requires: { shell: '^1.0.0' },
  widgets: [{ name: 'claim', slot: 'orders/order-detail.aside@1', height: 120 }],
};

const entryOf = (globalName: string, body: string): string => `
  var ${globalName} = {
    async init(scope) {
      const shared = async (name) => (await Object.values(scope[name])[0].get())();
      ${globalName}.React = await shared('react');
      ${globalName}.axios = (await shared('axios')).default;
      ${globalName}.theme = await shared('@portal/theme');
      ${globalName}.services = await shared('@portal/remote/services');
    },
    async get() {
      const { React, axios, services, theme } = ${globalName};
      const routes = [{ path: '/warranty', title: 'Warranty', Component: () => null }];
      const widgets = { claim: { Component: (props) => { ${body} } } };
      return () => ({ default: { routes, widgets } });
    },
  };`;

/**
 * Writes a build of `warranty`, a remote with one widget beside an order.
 * @returns the directory to publish
 */
export const writeWidgetBuild = (widget: WidgetBuild): Promise<string> => {
  const globalName = `portal_warranty_${widget}`.replaceAll(/\W/g, '_');
  return writeBuild({
    folder: join(RUN_DIR, 'widgets', globalName),
    descriptor: DESCRIPTOR,
    build: { entry: 'remoteEntry.js', globalName, styles: ['claim.css'] },
    files: {
      'remoteEntry.js': entryOf(globalName, WIDGETS[widget]),
      'claim.css': STYLES,
      'claim.woff2': '',
    },
  });
};
