import { findOwner } from '@portal/contract';
import {
  AppBar,
  Box,
  Container,
  Toolbar,
  Typography,
  useBrand,
  useContainerUp,
  useSurface,
} from '@portal/theme';
import { loadOverlays } from '@portal/theme/parts';
import { useLocation } from 'react-router-dom';
import { LanguageMenu } from './language-menu';
import { Main, SkipLink } from '../page/focus';
import { NotFound } from '../page/not-found';
import { CleanUpBoundary } from '../remotes/clean-up-boundary';
import { RemoteSlot } from '../remotes/remote-slot';
import { useSummaries } from '../remotes/remotes';
import { useI18n } from '../texts';
import { ColorModeMenu } from './color-mode-menu';
import { ScreenStatus } from './screen-status';
import { useCurrentEntry } from './navigation/current-entry';
import { useDrawer } from './navigation/drawer-state';
import { MenuButton, NavigationDrawer } from './navigation/navigation-drawer';
import { SignOutFailure } from './sign-out-failure';

/** Wraps instead of truncating: small screens and long brands take a second line. */
const title = {
  flexGrow: 1,
  minWidth: 0,
  py: 1,
  fontSize: { xs: '0.9rem', sm: '1.05rem' },
  textWrap: 'balance',
};

/** Loads menu and drawer when a press is likely; the press itself tries again. */
const loadAhead = () => void loadOverlays().catch(() => undefined);

interface TopBarProps {
  /** On narrow screens, the drawer has the choices of language and color mode. */
  wide: boolean;
  menuOpen: boolean;
  toggleMenu: () => void;
}

const TopBar = ({ wide, menuOpen, toggleMenu }: TopBarProps) => {
  const i18n = useI18n();
  const { name } = useBrand();
  // An embedded portal leaves the page's banner landmark to the page.
  const component = useSurface().host ? 'div' : 'header';
  return (
    <AppBar
      component={component}
      position="sticky"
      elevation={0}
      sx={{ displayPrint: 'none' }}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
    >
      <Toolbar sx={{ gap: 1 }}>
        <MenuButton open={menuOpen} onClick={toggleMenu} />
        <Typography component="p" variant="h3" sx={title}>
          {i18n.t('{brand} Customer Dashboard', { brand: name })}
        </Typography>
        {wide && (
          <Box sx={{ display: 'flex', marginInlineEnd: -1.25 }}>
            <LanguageMenu />
            <ColorModeMenu />
          </Box>
        )}
      </Toolbar>
    </AppBar>
  );
};

/** The view of a signed-in customer: top bar, drawer, and the screen of the remote that owns the URL. */
export const Layout = () => {
  const wide = useContainerUp('md');
  const [open, setOpen] = useDrawer(wide);
  const owner = findOwner(useSummaries(), useLocation().pathname);
  const current = useCurrentEntry(owner);

  return (
    <>
      <SkipLink />
      <TopBar wide={wide} menuOpen={open} toggleMenu={() => setOpen(!open)} />
      <Box sx={{ display: 'flex' }}>
        <NavigationDrawer wide={wide} open={open} close={() => setOpen(false)} current={current} />
        <Main sx={{ flexGrow: 1, minWidth: 0, outline: 0 }}>
          <SignOutFailure />
          <Container maxWidth="lg" sx={{ pt: { xs: 1, sm: 2 }, pb: 4 }}>
            <ScreenStatus>
              <CleanUpBoundary>
                {owner ? <RemoteSlot key={owner.name} remote={owner} /> : <NotFound />}
              </CleanUpBoundary>
            </ScreenStatus>
          </Container>
        </Main>
      </Box>
    </>
  );
};
