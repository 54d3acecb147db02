import { useSignedInCustomer } from '@portal/api';
import { Box } from '@portal/theme';
import { lazy, Suspense, useCallback, useState, type PropsWithChildren, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useIdleTask } from '../idle';
import { useAwaited } from '../remotes/awaited';
import type { FreshnessProps } from './freshness';
import { useAnnounce } from './page-provider';

/*
 * Parts of the layout that load after the first screen, so that it waits for fewer bytes. Their placeholders keep
 * everything in place, and stay if the chunk doesn't arrive. They get dependencies of the shell as props: with imports,
 * webpack would split the shell's modules, and tree-shake less.
 */

const load = () => import(/* webpackChunkName: 'surroundings' */ './surroundings');

const LaterFreshness = lazy(async () => ({ default: (await load()).Freshness }));
const LaterCustomer = lazy(async () => ({ default: (await load()).SignedInCustomer }));
const LaterAsk = lazy(async () => ({ default: (await load()).Ask }));
const LaterLinks = lazy(async () => ({ default: (await load()).CompanyLinks }));

const Later = ({ placeholder = null, children }: PropsWithChildren<{ placeholder?: ReactNode }>) => {
  const awaited = useAwaited();
  const [isDue, setDue] = useState(false);
  useIdleTask(
    !awaited && !isDue,
    useCallback(() => setDue(true), []),
  );
  return (
    <ErrorBoundary fallback={placeholder}>
      <Suspense fallback={placeholder}>{isDue ? children : placeholder}</Suspense>
    </ErrorBoundary>
  );
};

/** The line above every screen. */
export const Freshness = ({ offlinePlace }: Pick<FreshnessProps, 'offlinePlace'>) => (
  <Later placeholder={<Box sx={{ blockSize: { xs: 24, sm: 32 } }} />}>
    <LaterFreshness announce={useAnnounce()} offlinePlace={offlinePlace} />
  </Later>
);

/** The end of the drawer: who is signed in, and the company's links. */
export const DrawerEnd = ({ collapsed }: { collapsed: boolean }) => {
  const customer = useSignedInCustomer();
  return (
    <Box sx={{ mt: 'auto', px: collapsed ? 3.5 : 2.5, py: 2 }}>
      <Later>
        {customer && <LaterCustomer customer={customer} collapsed={collapsed} />}
        {!collapsed && <LaterLinks sx={{ mt: 1 }} />}
      </Later>
    </Box>
  );
};

/** The ways to reach the company, below a failure. */
export const Ask = () => (
  <Later>
    <LaterAsk />
  </Later>
);

/** With a background, because a picture may be behind the links. */
const belowSignIn = {
  mt: 3,
  mx: 'auto',
  px: 2,
  inlineSize: 'fit-content',
  borderRadius: 1,
  bgcolor: 'background.default',
};

/** The company's links below the sign-in. */
export const SignInEnd = () => (
  <Later>
    <LaterLinks sx={belowSignIn} />
  </Later>
);
