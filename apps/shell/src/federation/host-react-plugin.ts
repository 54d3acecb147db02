import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { satisfy } from '@module-federation/runtime-core';
import { HOST_REACT, hostReactSchema, REACT_MODULES } from '@portal/contract';
import * as v from 'valibot';

const offeredTo = (script: HTMLOrSVGScriptElement | null) => {
  const { success, output } = v.safeParse(hostReactSchema, script && Reflect.get(script, HOST_REACT));
  return success ? output : undefined;
};

/**
 * Has the shell run on the React of the page around it, where that offers one (`mount.js`) which is of the version
 * that the shell was built with, or a newer one of the same major version. It takes the place of the shell's own
 * before anything is shared, so that remotes meet one React, as always.
 */
const hostReact = (): ModuleFederationRuntimePlugin => ({
  name: 'host-react',
  beforeInit(args) {
    const { shared } = args.userOptions;
    const offer = offeredTo(document.currentScript);
    const own = [shared?.['react']].flat()[0]?.version;
    if (!shared || !offer || !own || !satisfy(offer.version, `^${own}`)) return args;
    for (const name of REACT_MODULES)
      shared[name] = {
        version: offer.version,
        lib: () => offer.modules[name],
        shareConfig: { singleton: true, requiredVersion: false, eager: true },
      };
    return args;
  },
});

export default hostReact;
