import { Box, Button, Link, OutcomeAlert, ScreenHeading, Stack, type Outcome } from '@portal/theme';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { Action, Say } from './action';
import { Customers } from './customers';
import { Releases } from './releases';
import { recordSchema, Tables } from './tables';
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

const revoke = (id: string) => <Action label="Revoke" on={id} work="tokens/revoke" given={{ id }} />;
const Tokens = () => <Tables label="Tokens" work="tokens/list" actions={revoke} />;

const HOME = '/-/operator';
const PAGES = [
  { path: HOME, name: 'Releases', content: <Releases /> },
  { path: `${HOME}/messages`, name: 'Messages', content: <Messages /> },
  { path: `${HOME}/customers`, name: 'Customers', content: <Customers /> },
  { path: `${HOME}/imports`, name: 'Imports', content: <Tables label="Imports" work="imports/list" /> },
  { path: `${HOME}/tokens`, name: 'Tokens', content: <Tokens /> },
  { path: `${HOME}/doctor`, name: 'Doctor', content: <Tables label="Doctor" work="doctor" /> },
] as const;

/** The operator's page for each subject. The server decides what the caller's token covers. */
export const OperatorScreen = () => {
  // A cache of its own: in the portal's, a refused token would end a customer's session.
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const [outcome, say] = useState<Outcome | null>(null);
  const { pathname } = useLocation();
  const page = PAGES.find(({ path }) => path === pathname.replace(/\/$/, '')) ?? PAGES[0];
  const signOut = () => {
    keepToken('');
    void client.resetQueries();
  };
  return (
    <QueryClientProvider client={client}>
      <Stack spacing={2}>
        <ScreenHeading action={<Button onClick={signOut}>Sign out</Button>}>{page.name}</ScreenHeading>
        <Box component="nav" aria-label="Operator" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          {PAGES.map(({ path, name }) => (
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
        <OutcomeAlert outcome={outcome} />
        <Say value={say}>
          <Shown work="session" schema={recordSchema}>
            {() => page.content}
          </Shown>
        </Say>
      </Stack>
    </QueryClientProvider>
  );
};
