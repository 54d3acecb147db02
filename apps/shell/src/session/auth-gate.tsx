import { useAuthCheck } from '@portal/api';
import { LOGIN_PATH, readReturnTo } from '@portal/contract';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { Layout } from '../layout/layout';
import { Loading } from './loading';
import { SignedOut } from './signed-out';

/**
 * Asks once who is there and shows "Loading..." meanwhile; a failed check leaves the customer unauthenticated,
 * without a message (specification sections 4 and 8). Whoever is signed in already has no use for the sign-in page.
 */
export const AuthGate = () => {
  const { isPending, data: authenticated } = useAuthCheck();
  const { pathname, search } = useLocation();
  if (isPending) return <Loading />;
  if (!authenticated) return <SignedOut />;
  return matchPath(LOGIN_PATH, pathname) ? <Navigate replace to={readReturnTo(search)} /> : <Layout />;
};
