import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { getIfOffered, http } from '../http';
import { sessionSchema } from '../wire/schemas';
import { PORTAL_KEY } from '../session';

const QUERY_KEY = [PORTAL_KEY, 'sessions'];

/** GET /sessions: where the customer is signed in. @param language that of the names in the response */
export const sessionsOptions = (language: string) =>
  queryOptions({
    queryKey: [...QUERY_KEY, language],
    queryFn: async ({ signal }) =>
      v.parse(v.nullable(v.array(sessionSchema)), await getIfOffered('/sessions', signal)),
  });

export const useSessions = (language: string) => useQuery(sessionsOptions(language));

/** POST /sessions/end: ends one other session, or all others. */
export const endSessions = async (which: { id: string } | { others: true }): Promise<void> => {
  await http.post<unknown>('/sessions/end', which);
};

/** Ends sessions, and is done when the list shows it. */
export const useEndSessions = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: endSessions,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: QUERY_KEY }),
  });
};
