import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/**
 * Gives each script an instance of the federation's runtime. The runtime finds instances by build, and a page may
 * embed the portals of two servers that run the same build: the second one would get the React of the first.
 */
const ownInstance = (): ModuleFederationRuntimePlugin => ({
  name: 'own-instance',
  init: ({ options }) => {
    Object.assign(options, { id: 'own', version: 'own' });
  },
});

export default ownInstance;
