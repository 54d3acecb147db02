import { REACT_MODULES } from '@portal/contract';
import * as v from 'valibot';

/** A module in a share scope; `lib` gives it once it is loaded. */
const sharedSchema = v.object({
  lib: v.nullish(v.custom<() => unknown>((lib) => typeof lib === 'function')),
});

/** A share scope, as the runtime of module federation hands it to `init`: modules by name, then by version. */
const shareScopeSchema = v.object(v.entriesFromList(REACT_MODULES, v.record(v.string(), sharedSchema)));

/**
 * Finds the React that the site's own pages run on: a version of which every module is loaded. What is shared and not
 * loaded would be loaded for the portal alone, which brings its own.
 * @param shareScope of a site that federates itself
 * @returns what the shell parses by `hostReactSchema`; undefined when there is no such version
 */
export const findHostReact = (shareScope: unknown) => {
  const { success, output } = v.safeParse(shareScopeSchema, shareScope);
  const version =
    success &&
    Object.keys(output.react).find((known) => REACT_MODULES.every((name) => output[name][known]?.lib));
  if (!version) return undefined;
  return {
    version,
    modules: Object.fromEntries(REACT_MODULES.map((name) => [name, output[name][version]?.lib?.()])),
  };
};
