import type { MicroFrontend, Registry, ReleaseFile } from '@portal/contract';

/**
 * Makes the registry's URLs absolute. The portal's server lists paths, which a page of another origin can't use.
 * @param portalUrl absolute
 */
export const absoluteRegistry = (registry: Registry, portalUrl: string): Registry => {
  const absolute = (url: string): string => new URL(url, portalUrl).href;
  const file = ({ url, integrity }: ReleaseFile): ReleaseFile => ({ url: absolute(url), integrity });
  const version = ({ fallbackUrl, extras, ...rest }: MicroFrontend): MicroFrontend => ({
    ...rest,
    url: absolute(rest.url),
    ...(fallbackUrl && { fallbackUrl: absolute(fallbackUrl) }),
    extras: {
      ...extras,
      preload: extras.preload.map(file),
      styles: extras.styles.map(file),
      modules: extras.modules.map(file),
    },
  });
  const microFrontends: Registry['microFrontends'] = {};
  for (const [name, versions] of Object.entries(registry.microFrontends))
    microFrontends[name] = versions.map(version);
  return { ...registry, microFrontends };
};
