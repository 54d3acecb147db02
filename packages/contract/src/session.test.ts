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

// A page can run a shell and a sign-in of different releases. Both rely on these literal values.
describe('between a shell and a sign-in of different releases', () => {
  it('a sign-in writes true for older and newer shells', () => {
    const queryClient = signedInWith({ 'service-orders': ['000019'], 'auth-check': false });
    startSession(queryClient);
    expect(cached(queryClient)).toEqual([[['auth-check'], true]]);
  });

  it('the end of a session writes false and removes everything else', () => {
    const queryClient = signedInWith({ 'service-orders': ['000019'], 'auth-check': true });
    endSession(queryClient);
    expect(cached(queryClient)).toEqual([[['auth-check'], false]]);
    expect(queryClient.getMutationCache().getAll()).toEqual([]);
  });
});

it('keeps the query object that the shell observes', () => {
  const queryClient = signedInWith({ 'auth-check': false });
  const watched = queryClient.getQueryCache().find({ queryKey: AUTH_CHECK_KEY });
  startSession(queryClient);
  expect(queryClient.getQueryCache().find({ queryKey: AUTH_CHECK_KEY })).toBe(watched);
  endSession(queryClient);
  expect(queryClient.getQueryCache().find({ queryKey: AUTH_CHECK_KEY })).toBe(watched);
});
