import { isUnauthorized } from '@portal/api';
import {
  Alert,
  Box,
  Button,
  Link,
  OutcomeAlert,
  ScreenHeading,
  Stack,
  TextField,
  type Outcome,
} from '@portal/theme';
import {
  QueryCache,
  MutationCache,
  QueryClient,
  QueryClientProvider,
  useQueryClient,
} from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { keepToken, keptToken, useShown } from './calls';
import { Say, sentence } from './action';
import { Releases } from './releases';
import { Customers, Doctor, Imports, Messages, Tokens } from './subjects';

const HOME = '/-/operator';
const PAGES = [
  ['Releases', HOME, Releases],
  ['Messages', `${HOME}/messages`, Messages],
  ['Customers', `${HOME}/customers`, Customers],
  ['Imports', `${HOME}/imports`, Imports],
  ['Tokens', `${HOME}/tokens`, Tokens],
  ['Doctor', `${HOME}/doctor`, Doctor],
] as const;

/** A cache of its own: a refused token must not end a customer's session. */
const createClient = () => {
  const onError = (error: Error) => {
    if (isUnauthorized(error)) void client.resetQueries({ queryKey: ['session'] });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== 'session') onError(error);
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: false } },
  });
  return client;
};

/** The operator's page: sign-in with a token, then one page for each subject. */
export const OperatorScreen = () => {
  const [client] = useState(createClient);
  return (
    <QueryClientProvider client={client}>
      <Gate />
    </QueryClientProvider>
  );
};

const Gate = () => {
  const client = useQueryClient();
  const { data: session, error, isPending } = useShown('session');
  const { pathname } = useLocation();
  const [outcome, say] = useState<Outcome | null>(null);
  if (isPending) return <p role="status">Loading…</p>;
  if (!session) return <SignIn error={error} />;
  const pages = PAGES.filter(([name]) => session.operator || name === 'Releases');
  const [name, , Page] = pages.find(([, path]) => path === pathname.replace(/\/$/, '')) ?? PAGES[0];
  const signOut = () => {
    keepToken('');
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    void client.resetQueries({ queryKey: ['session'] });
  };
  return (
    <Stack spacing={2}>
      <ScreenHeading action={<Button onClick={signOut}>Sign out</Button>}>{name}</ScreenHeading>
      <Box component="nav" aria-label="Operator" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
        {pages.map(([label, path]) => (
          <Link
            key={path}
            component={NavLink}
            to={path}
            end
            sx={{ py: 1.5, '&[aria-current]': { fontWeight: 700, textDecorationThickness: 3 } }}
          >
            {label}
          </Link>
        ))}
      </Box>
      <OutcomeAlert outcome={outcome} />
      <Say value={say}>
        <Page session={session} />
      </Say>
    </Stack>
  );
};

const SignIn = ({ error }: { error: Error | null }) => {
  const client = useQueryClient();
  const [token, setToken] = useState('');
  // Without a token, the refusal only says that one is needed.
  const shown = error && (keptToken() || !isUnauthorized(error)) ? error : undefined;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    keepToken(token.trim());
    void client.resetQueries({ queryKey: ['session'] });
  };
  return (
    <Stack component="form" spacing={2} onSubmit={submit} sx={{ maxInlineSize: 400 }}>
      <ScreenHeading>Operator</ScreenHeading>
      {shown && <Alert severity="error">{sentence(shown)}</Alert>}
      <TextField
        label="Operator token"
        type="password"
        autoComplete="current-password"
        required
        value={token}
        onChange={({ target }) => setToken(target.value)}
      />
      <Button type="submit" variant="contained">
        Sign in
      </Button>
    </Stack>
  );
};
