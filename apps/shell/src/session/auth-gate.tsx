import { useAuthCheck } from '@portal/api';
import { findOwner, LOGIN_PATH, loginWithReturnTo, readReturnTo } from '@portal/contract';
import { Box, Container, FULL_HEIGHT, Typography } from '@portal/theme';
import { loadForms } from '@portal/theme/parts';
import { useDeferredValue, useEffect, useRef } from 'react';
import { createPath, matchPath, Navigate, useLocation } from 'react-router-dom';
import { useEmit } from '../layout/page-provider';
import { LanguageMenu } from '../language/language-menu';
import { Freshness, SignInEnd } from '../layout/later';
import { Layout } from '../layout/layout';
import { Main } from '../layout/main';
import { useRegistry } from '../remotes/registry-provider';
import { RemoteSlot } from '../remotes/remote-slot';
import { SlotFailure } from '../remotes/slot-failure';
import { useI18n } from '../texts';
import { forgetExpiry, useHasExpired } from './session';

/** Emits `signed-in`, also when the portal starts with a session, and `signed-out`. */
const useSessionEvents = (authenticated: boolean): void => {
  const emit = useEmit();
  const emitted = useRef(false);
  useEffect(() => {
    if (authenticated === emitted.current) return;
    emitted.current = authenticated;
    emit({ type: authenticated ? 'signed-in' : 'signed-out' });
  }, [authenticated, emit]);
};

/** Loads the form chunk in parallel with the remote that needs it. If the chunk is lost, the fields try again. */
const useFormsAhead = (signIn: boolean): void =>
  useEffect(() => {
    if (signIn) loadForms().catch(() => undefined);
  }, [signIn]);

/** Shown while the auth check runs; its text is specified. */
const Loading = () => {
  const i18n = useI18n();
  return (
    <Main sx={{ minHeight: FULL_HEIGHT, display: 'grid', placeItems: 'center' }}>
      <Typography role="status" color="textSecondary">
        {i18n.t('Loading...')}
      </Typography>
    </Main>
  );
};

/**
 * Any path shows the sign-in screen (specification section 2), which returns to that path if a remote owns it. Without
 * a session, `/` isn't returned to: a sign-in without a destination leads to the list.
 */
const SignedOut = ({ expired }: { expired: boolean }) => {
  const i18n = useI18n();
  const { remotes, refresh } = useRegistry();
  const location = useLocation();
  useEffect(forgetExpiry, []);
  if (!matchPath(LOGIN_PATH, location.pathname)) {
    const returns = expired || (location.pathname !== '/' && findOwner(remotes, location.pathname));
    return <Navigate replace to={returns ? loginWithReturnTo(createPath(location)) : LOGIN_PATH} />;
  }
  const signIn = remotes.find(({ access }) => access === 'anonymous');
  return (
    <Main sx={{ minHeight: FULL_HEIGHT, outline: 0 }}>
      <Box
        sx={{
          position: 'absolute',
          insetBlockStart: 8,
          insetInlineEnd: 8,
          bgcolor: 'background.paper',
          borderRadius: 1,
        }}
      >
        <LanguageMenu />
      </Box>
      {/* Aligned to the top, so that a taller step or message doesn't move the content above it. */}
      <Container maxWidth="sm" sx={{ pt: 'clamp(0px, 9dvh - 32px, 64px)', pb: 4 }}>
        <Freshness offlinePlace={{ justifyContent: 'center' }} />
        {signIn ? (
          <RemoteSlot remote={signIn} />
        ) : (
          <SlotFailure title={i18n.t('Sign in')} failure={{ reason: 'unavailable', tryAgain: refresh }} />
        )}
        <SignInEnd />
      </Container>
    </Main>
  );
};

/**
 * Asks once whether the customer is signed in, and decides where they go. A failed check means signed out, without a
 * message (specification sections 4 and 8). With a session, the sign-in page redirects to the requested screen.
 */
export const AuthGate = () => {
  const { isPending: isAsking, data: authenticated = false } = useAuthCheck();
  // Defer the answer, which changes the whole page: React then renders in slices, and the browser can paint between
  // them.
  const wasAsking = useDeferredValue(isAsking);
  const isPending = isAsking || wasAsking;
  const { pathname, search } = useLocation();
  const expired = useHasExpired();
  useSessionEvents(authenticated);
  const atLogin = matchPath(LOGIN_PATH, pathname) !== null;
  useFormsAhead(isPending ? atLogin : !authenticated);
  if (isPending) return <Loading />;
  if (!authenticated) return <SignedOut expired={expired} />;
  return atLogin ? <Navigate replace to={readReturnTo(search)} /> : <Layout />;
};
