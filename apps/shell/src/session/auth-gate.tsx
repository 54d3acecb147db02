import { useAuthCheck } from '@portal/api';
import { Layout } from '../layout/layout';
import { Loading } from './loading';
import { SignedOut } from './signed-out';

/**
 * Asks once who is there and shows "Loading..." meanwhile; a failed check leaves the customer unauthenticated,
 * without a message (specification sections 4 and 8).
 */
export const AuthGate = () => {
  const { isPending, data: authenticated } = useAuthCheck();
  if (isPending) return <Loading />;
  return authenticated ? <Layout /> : <SignedOut />;
};
