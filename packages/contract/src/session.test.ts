import { QueryClient } from '@tanstack/react-query';
import { AUTH_CHECK_KEY, endSession, startSession } from './session';

const signedInWith = (answers: Record<string, unknown>) => {
  const queryClient = new QueryClient();
  for (const [key, answer] of Object.entries(answers)) queryClient.setQueryData([key], answer);
  queryClient.getMutationCache().build(queryClient, { mutationKey: ['save'] });
  return queryClient;
};

const cached = (queryClient: QueryClient) =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey, state.data]);

// A shell and a sign-in of different releases meet in one page: these are the literal values that both rely on.
describe('between a shell and a sign-in of different releases', () => {
  it('the key stays', () => {
    expect(AUTH_CHECK_KEY).toEqual(['auth-check']);
  });

  it('a sign-in writes true, which an older or newer shell reads', () => {
    const queryClient = signedInWith({ 'service-orders': ['000019'], 'auth-check': false });
    startSession(queryClient);
    expect(cached(queryClient)).toEqual([[['auth-check'], true]]);
  });

  it('the end of a session writes false and keeps nothing else', () => {
    const queryClient = signedInWith({ 'service-orders': ['000019'], 'auth-check': true });
    endSession(queryClient);
    expect(cached(queryClient)).toEqual([[['auth-check'], false]]);
    expect(queryClient.getMutationCache().getAll()).toEqual([]);
  });
});

it('keeps the very query that the shell is watching', () => {
  const queryClient = signedInWith({ 'auth-check': false });
  const watched = queryClient.getQueryCache().find({ queryKey: AUTH_CHECK_KEY });
  startSession(queryClient);
  expect(queryClient.getQueryCache().find({ queryKey: AUTH_CHECK_KEY })).toBe(watched);
  endSession(queryClient);
  expect(queryClient.getQueryCache().find({ queryKey: AUTH_CHECK_KEY })).toBe(watched);
});
