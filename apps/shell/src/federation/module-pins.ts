import { MODULE_PROBE, type ReleaseFile } from '@portal/contract';
import * as v from 'valibot';

const importMapSchema = v.object({ integrity: v.optional(v.record(v.string(), v.string()), {}) });

/** The probe of import maps that come after the page's own. */
const LATE_PROBE = { ...MODULE_PROBE, url: `${MODULE_PROBE.url};` };

const isRefused = ({ url }: { url: string }): Promise<boolean> =>
  import(/* webpackIgnore: true */ url).then(
    () => false,
    () => true,
  );

const pinnedByPage = (): ReadonlySet<string> => {
  const maps = [...document.querySelectorAll('script[type=importmap]')];
  return new Set(
    maps.flatMap((map) => Object.keys(v.parse(importMapSchema, JSON.parse(map.textContent)).integrity)),
  );
};

const addMap = (files: readonly ReleaseFile[], nonce: string): void => {
  const map = document.createElement('script');
  map.type = 'importmap';
  map.nonce = nonce;
  map.textContent = JSON.stringify({
    integrity: Object.fromEntries(files.map(({ url, integrity }) => [url, integrity])),
  });
  // Behind the one that the page arrived with. It holds from there on, and need not stay.
  document.body.append(map);
  map.remove();
};

/**
 * Has the browser hold modules against their integrity, for every import from now on. The page's import map names
 * those that the page knew of; browsers keep it since Chromium 127, Firefox 138 and Safari 18. Others need a map of
 * their own, which is too late for a browser that takes one map only (Chromium before 133). No browser tells, so
 * that it is asked to import a module that it must refuse.
 * @param nonce of the page's policy, which an import map needs as an inline script does
 * @returns false when this browser would run another module as well
 */
export const pinModules = (files: readonly ReleaseFile[], nonce: string): Promise<boolean> => {
  const known = pinnedByPage();
  const late = files.filter(({ url }) => !known.has(url));
  if (late.length === 0) return isRefused(MODULE_PROBE);
  addMap([...late, LATE_PROBE], nonce);
  return isRefused(LATE_PROBE);
};
