import { findOwner, LOGIN_PATH, loginWithReturnTo, type SessionEnd } from '@portal/contract';
import { Box, Container, FULL_HEIGHT } from '@portal/theme';
import { useEffect } from 'react';
import { createPath, matchPath, Navigate, useLocation } from 'react-router-dom';
import { LanguageMenu } from './language-menu';
import { Main } from '../page/focus';
import { RemoteSlot } from '../remotes/remote-slot';
import { SlotFailure } from '../remotes/slot-failure';
import { useRemotes, useSummaries } from '../remotes/remotes';
import { forgetExpiry } from '../session/session';
import { useI18n } from '../texts';
import { CompanyLinks } from './company-links';
import { ScreenStatus } from './screen-status';

/** With a background, because a picture may be behind the links. */
const BELOW_SIGN_IN = {
  mt: 3,
  mx: 'auto',
  px: 2,
  inlineSize: 'fit-content',
  borderRadius: 1,
  bgcolor: 'background.default',
};

const CORNER = {
  position: 'absolute',
  insetBlockStart: 8,
  insetInlineEnd: 8,
  bgcolor: 'background.paper',
  borderRadius: 1,
};

const EXPIRED: SessionEnd = { sessionEnd: 'expiry' };

/** Any path shows the sign-in (specification section 2), which returns to that path if a remote owns it. */
export const SignedOut = ({ expired }: { expired: boolean }) => {
  const i18n = useI18n();
  const { registry } = useRemotes();
  const remotes = useSummaries();
  const location = useLocation();
  useEffect(forgetExpiry, []);
  useEffect(
    () => () => {
      // Who signs in may have other remotes.
      if (registry.isPersonal) void registry.refresh();
    },
    [registry],
  );
  if (!matchPath(LOGIN_PATH, location.pathname)) {
    const hasScreen = registry.isPersonal || findOwner(remotes, location.pathname) !== undefined;
    const returns = expired || (location.pathname !== '/' && hasScreen);
    const to = returns ? loginWithReturnTo(createPath(location)) : LOGIN_PATH;
    return <Navigate replace to={to} state={expired ? EXPIRED : undefined} />;
  }
  const signIn = remotes.find(({ access }) => access === 'anonymous');
  return (
    <Main sx={{ minHeight: FULL_HEIGHT, outline: 0 }}>
      <Box sx={CORNER}>
        <LanguageMenu />
      </Box>
      {/* Aligned to the top, so that a taller step or message doesn't move the content above it. */}
      <Container maxWidth="sm" sx={{ pt: 'clamp(24px, 9dvh, 96px)', pb: 4 }}>
        <ScreenStatus>
          {signIn ? (
            <RemoteSlot key={signIn.name} remote={signIn} />
          ) : (
            <SlotFailure
              title={i18n.t('Sign in')}
              failure={{ reason: 'unavailable', tryAgain: registry.refresh }}
            />
          )}
          <CompanyLinks sx={BELOW_SIGN_IN} />
        </ScreenStatus>
      </Container>
    </Main>
  );
};
