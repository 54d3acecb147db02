import { QueryClient } from '@tanstack/react-query';
import { AUTH_CHECK_KEY, endSession, startSession } from './session';

const signedInWith = (answers: Record<string, unknown>) => {
  const queryClient = new QueryClient();
  for (const [key, answer] of Object.entries(answers)) queryClient.setQueryData([key], answer);
  queryClient.getMutationCache().build(queryClient, { mutationKey: ['save'] });
  return queryClient;
};

const authCheck = (queryClient: QueryClient) =>
  queryClient.getQueryCache().find({ queryKey: AUTH_CHECK_KEY });

/** The cache has only the query object that the shell observes, with this value. */
const expectOnly = (queryClient: QueryClient, watched: ReturnType<typeof authCheck>, signedIn: boolean) => {
  const queries = queryClient.getQueryCache().getAll();
  expect(queries.map(({ queryKey, state }) => [queryKey, state.data])).toEqual([[['auth-check'], signedIn]]);
  expect(queries[0]).toBe(watched);
};

// A page can run a shell and a sign-in of different releases. Both rely on these literal values.
describe('between a shell and a sign-in of different releases', () => {
  it('a sign-in writes true and removes everything else', () => {
    const queryClient = signedInWith({ 'service-orders': ['000019'], 'auth-check': false });
    const watched = authCheck(queryClient);
    startSession(queryClient);
    expectOnly(queryClient, watched, true);
  });

  it('the end of a session writes false and removes everything else', () => {
    const queryClient = signedInWith({ 'service-orders': ['000019'], 'auth-check': true });
    const watched = authCheck(queryClient);
    endSession(queryClient);
    expectOnly(queryClient, watched, false);
    expect(queryClient.getMutationCache().getAll()).toEqual([]);
  });
});
