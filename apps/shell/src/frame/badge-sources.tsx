import { http, PORTAL_KEY } from '@portal/api';
import { ShellServicesContext } from '@portal/remote/services';
import { useQuery } from '@tanstack/react-query';
import { use, useEffect } from 'react';
import * as v from 'valibot';
import { useSummaries } from '../remotes/remotes';

const countSchema = v.object({ count: v.number() });

interface SourceProps {
  remote: string;
  /** The path of the drawer's entry. */
  path: string;
  /** The path of the remote's back end. */
  source: string;
}

/** Asks for one count. Without a response, there is no badge, and no error: the customer has not asked for it. */
const Source = ({ remote, path, source }: SourceProps) => {
  const { setBadge } = use(ShellServicesContext);
  const { data } = useQuery({
    queryKey: [PORTAL_KEY, 'badge', remote, source],
    queryFn: async ({ signal }) => {
      const { data } = await http.get<unknown>(`/api/${remote}${source}`, { signal });
      return v.parse(countSchema, data).count;
    },
    retry: false,
    // The screen does not wait for it.
    staleTime: Infinity,
  });
  useEffect(() => {
    if (data !== undefined) setBadge?.(remote, path, data);
  }, [setBadge, remote, path, data]);
  return null;
};

/** Sets the badges that remotes take from their back ends, before their code has run, and after each reload. */
export const BadgeSources = () =>
  useSummaries().flatMap(({ name, badges = {} }) =>
    Object.entries(badges).map(([path, source]) => (
      <Source key={`${name} ${path}`} remote={name} path={path} source={source} />
    )),
  );
