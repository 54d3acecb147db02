import { useAuthCheck } from '@portal/api';
import { LOGIN_PATH, readReturnTo } from '@portal/contract';
import { FULL_HEIGHT, Typography } from '@portal/theme';
import { useDeferredValue, useEffect, useEffectEvent, useRef } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { Main } from '../page/focus';
import { useEmit } from '../page/title';
import { useHasExpired } from '../session/session';
import { useI18n } from '../texts';
import { Layout } from './layout';
import { SessionServices } from './session-services';
import { SignedOut } from './signed-out';

/** Emits `signed-in`, also when the portal starts with a session, and `signed-out`. */
const useSessionEvents = (authenticated: boolean): void => {
  const onChange = useEffectEvent(useEmit());
  const emitted = useRef(false);
  useEffect(() => {
    if (authenticated === emitted.current) return;
    emitted.current = authenticated;
    onChange({ type: authenticated ? 'signed-in' : 'signed-out' });
  }, [authenticated]);
};

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

/** Decides where the customer goes. A failed check means signed out, without a message (sections 4 and 8). */
export const AuthGate = () => {
  const { isPending: isAsking, data } = useAuthCheck();
  const authenticated = data ?? false;
  // Defer the response, which changes the whole page: React then renders in slices, and the browser can paint between
  // them.
  const wasAsking = useDeferredValue(isAsking);
  const isPending = isAsking || wasAsking;
  const { pathname, search } = useLocation();
  const expired = useHasExpired();
  useSessionEvents(authenticated);
  const atLogin = matchPath(LOGIN_PATH, pathname) !== null;
  if (isPending) return <Loading />;
  if (!authenticated) return <SignedOut expired={expired} />;
  if (atLogin) return <Navigate replace to={readReturnTo(search)} />;
  return (
    <SessionServices>
      <Layout />
    </SessionServices>
  );
};
