import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/**
 * Gives each script an instance of the federation's runtime. The runtime finds instances by build: an element that
 * changes to another portal with the same build would get the React of the first.
 */
const ownInstance = (): ModuleFederationRuntimePlugin => ({
  name: 'own-instance',
  init: ({ options }) => {
    Object.assign(options, { id: 'own', version: 'own' });
  },
});

export default ownInstance;
