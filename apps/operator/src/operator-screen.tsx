import { Box, Button, Link, OutcomeAlert, ScreenHeading, Stack, type Outcome } from '@portal/theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { Action, Say } from './action';
import { Customers } from './customers';
import { Releases, sessionSchema } from './releases';
import { Tables } from './tables';
import { keepToken, Shown } from './work';

const letterActions = (id: string) => (
  <>
    <Action label="Retry" on={id} work="outbox/retry" given={{ ids: [id] }} />
    <Action label="Delete" on={id} work="outbox/delete" given={{ ids: [id] }} />
  </>
);

const Messages = () => (
  <>
    <Tables label="Messages" work="outbox/list" actions={letterActions} />
    <Action label="Retry all" work="outbox/retry" />
  </>
);

const revoke = (id: string, { revokedAt }: Record<string, unknown>) =>
  revokedAt === null && <Action label="Revoke" on={id} work="tokens/revoke" given={{ id }} />;
const Tokens = () => <Tables label="Tokens" work="tokens/list" actions={revoke} />;

const Imports = () => <Tables label="Imports" work="imports/list" />;
const Doctor = () => <Tables label="Doctor" work="doctor" />;

const HOME = '/-/operator';
const RELEASES = { path: HOME, name: 'Releases', Page: Releases };
const PAGES = [
  RELEASES,
  { path: `${HOME}/messages`, name: 'Messages', Page: Messages },
  { path: `${HOME}/customers`, name: 'Customers', Page: Customers },
  { path: `${HOME}/imports`, name: 'Imports', Page: Imports },
  { path: `${HOME}/tokens`, name: 'Tokens', Page: Tokens },
  { path: `${HOME}/doctor`, name: 'Doctor', Page: Doctor },
] as const;

/** The operator's page for each subject. Teams have one page, of releases. */
export const OperatorScreen = () => {
  // A cache of its own: in the portal's, a refused token would end a customer's session.
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const [outcome, say] = useState<Outcome | null>(null);
  const { pathname } = useLocation();
  const { name, Page } = PAGES.find(({ path }) => path === pathname.replace(/\/$/, '')) ?? RELEASES;
  const signOut = () => {
    keepToken('');
    void client.resetQueries();
  };
  return (
    <QueryClientProvider client={client}>
      <Stack spacing={2}>
        <ScreenHeading action={<Button onClick={signOut}>Sign out</Button>}>{name}</ScreenHeading>
        <Shown work="session" schema={sessionSchema}>
          {(session) => (
            <>
              <Navigation pages={session.operator ? PAGES : [RELEASES]} />
              <OutcomeAlert outcome={outcome} />
              <Say value={say}>
                <Page session={session} />
              </Say>
            </>
          )}
        </Shown>
      </Stack>
    </QueryClientProvider>
  );
};

const Navigation = ({ pages }: { pages: readonly { path: string; name: string }[] }) => (
  <Box component="nav" aria-label="Operator" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
    {pages.map(({ path, name }) => (
      <Link
        key={path}
        component={NavLink}
        to={path}
        end
        sx={{ py: 1.5, '&[aria-current]': { fontWeight: 700, textDecorationThickness: 3 } }}
      >
        {name}
      </Link>
    ))}
  </Box>
);
