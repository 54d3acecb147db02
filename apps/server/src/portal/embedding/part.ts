import type { App } from '../../platform/http/validation';
import { embedRoutes, type EmbedRoutes } from './embed-routes';

/** The portal as an element in pages of other sites. */
export const embedding = {
  name: 'embedding',
  pages: (given: EmbedRoutes) => ({ routes: async (scope: App) => void scope.register(embedRoutes, given) }),
};
