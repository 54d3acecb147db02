import type { Config } from '../../platform/config/config';
import { fix, ok, type Findings } from '../../platform/config/finding';
import type { App } from '../../platform/http/validation';
import { upstreamRoutes, upstreamState } from './upstream-calls';

const checkUpstream = async (upstream: URL): Promise<Findings> => {
  const state = await upstreamState(upstream);
  const advice = 'API_UPSTREAM does not answer. Check its address, and whether this machine reaches it.';
  return [state.upstream === 'answers' ? ok('upstream', 'API_UPSTREAM answers') : fix('upstream', advice)];
};

/** Another server that answers the calls, at API_UPSTREAM. */
export const upstream = {
  name: 'upstream',
  calls: ({ apiUpstream, ...config }: Config) =>
    apiUpstream && {
      routes: async (app: App) => upstreamRoutes(app, { ...config, upstream: apiUpstream }),
      state: () => upstreamState(apiUpstream),
    },
  check: ({ apiUpstream }: Config) =>
    apiUpstream && { title: 'upstream', run: () => checkUpstream(apiUpstream) },
};
