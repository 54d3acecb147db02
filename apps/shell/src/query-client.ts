import { isClientError } from '@portal/api';
import { QueryClient } from '@tanstack/react-query';

const RETRIES = 1;

/** One cache for shell and remotes. An answer of 4xx is final; anything else is asked for once more. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Whether the network is there is found out by asking, not by what the browser believes.
        networkMode: 'always',
        retry: (failures, error) => failures < RETRIES && !isClientError(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
