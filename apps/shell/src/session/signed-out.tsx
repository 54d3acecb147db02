import { findOwner, LOGIN_PATH, loginWithReturnTo } from '@portal/contract';
import { Container, FULL_HEIGHT } from '@portal/theme';
import { createPath, matchPath, Navigate, useLocation } from 'react-router-dom';
import { Main } from '../page/main';
import { useRegistry } from '../remotes/registry-provider';
import { MissingRemote } from '../remotes/missing-remote';
import { RemoteSlot } from '../remotes/remote-slot';

/**
 * Any path shows the sign-in screen (specification section 2). A path that a screen stands behind is returned
 * to afterwards; the start page is not, because a sign-in without a destination leads to the list.
 */
export const SignedOut = () => {
  const { remotes } = useRegistry();
  const location = useLocation();
  if (!matchPath(LOGIN_PATH, location.pathname)) {
    const deepLink = location.pathname !== '/' && findOwner(remotes, location.pathname);
    return <Navigate replace to={deepLink ? loginWithReturnTo(createPath(location)) : LOGIN_PATH} />;
  }
  const signIn = remotes.find((remote) => remote.extras.descriptor.access === 'anonymous');
  return (
    <Main sx={{ minHeight: FULL_HEIGHT, display: 'grid', alignItems: 'center', outline: 0 }}>
      <Container maxWidth="sm" sx={{ py: 4 }}>
        {signIn ? <RemoteSlot remote={signIn} /> : <MissingRemote title="Sign in" />}
      </Container>
    </Main>
  );
};
