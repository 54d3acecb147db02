import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/**
 * A plugin of the federation's runtime: gives each script an instance of its own. The runtime looks instances up by the
 * build's id, or by the name of those without a version. A page may embed the portals of two servers that run the same
 * build: the second one would get the instance of the first, and with it another React.
 */
const ownInstance = (): ModuleFederationRuntimePlugin => ({
  name: 'own-instance',
  init: ({ options }) => {
    Object.assign(options, { id: 'own', version: 'own' });
  },
});

export default ownInstance;
