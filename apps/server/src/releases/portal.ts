/** The portal that versions are resolved for. */
export interface Portal {
  /** Path under which the portal is served, without a trailing slash. */
  basePath: string;
  /** `pnpm dev`: files change at any time, and have no integrity; whatever is built belongs together. */
  development: boolean;
  /** Whether a preview may come from the developer's own machine. */
  allowLocalRemotes: boolean;
}
