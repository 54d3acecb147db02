import type { Config } from '../../platform/config/config';
import type { OpenSignInElsewhere } from '../tokens/sign-in-elsewhere';
import { checkHandOver } from './check';
import { handOverRoutes, trustedSite } from './hand-over-routes';
import { handOverVariables } from './variables';

const signIn: OpenSignInElsewhere = ({ config }) => {
  const trusted = trustedSite(config);
  return (
    trusted && {
      trusted,
      calls: async (app, { signIn: ours }) => handOverRoutes(app, { signIn: ours, site: trusted }),
    }
  );
};

/** The site that embeds the portal signs its customers in. */
export const handOver = {
  name: 'hand-over',
  variables: handOverVariables,
  signIn,
  check: ({ handover }: Config) => handover && { title: 'hand-over', run: () => checkHandOver(handover) },
};
