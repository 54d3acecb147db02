import { findOwner } from '@portal/contract';
import { Box, Container, useContainerUp } from '@portal/theme';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Main } from '../page/main';
import { NotFound } from '../page/not-found';
import { useRegistry } from '../remotes/registry-provider';
import { RemoteSlot } from '../remotes/remote-slot';
import { NavigationDrawer } from '../navigation/navigation-drawer';
import { SkipLink } from './skip-link';
import { TopBar } from './top-bar';

/** Everything a signed-in customer sees: top bar, drawer, and the screen of the remote that owns the URL. */
export const Layout = () => {
  const wide = useContainerUp('md');
  // What the customer chose, per layout; a wide screen starts open, a narrow one closed.
  const [open, setOpen] = useState({ wide: true, narrow: false });
  const layout = wide ? 'wide' : 'narrow';
  const setDrawer = (next: boolean) => setOpen({ ...open, [layout]: next });

  return (
    <>
      <SkipLink />
      <TopBar menuOpen={open[layout]} toggleMenu={() => setDrawer(!open[layout])} />
      <Box sx={{ display: 'flex' }}>
        <NavigationDrawer wide={wide} open={open[layout]} close={() => setDrawer(false)} />
        <Main sx={{ flexGrow: 1, minWidth: 0, outline: 0 }}>
          <Container maxWidth="lg" sx={{ py: { xs: 2, sm: 4 } }}>
            <Screen />
          </Container>
        </Main>
      </Box>
    </>
  );
};

const Screen = () => {
  const { remotes } = useRegistry();
  const owner = findOwner(remotes, useLocation().pathname);
  return owner ? <RemoteSlot remote={owner} /> : <NotFound />;
};
