import { http, isUnauthorized, serverMessage } from '@portal/api';
import { Alert, TextField } from '@portal/theme';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { Form } from './form';

const TOKEN = 'portal-operator-token';

/** Keeps the token for this tab; an empty one signs out. */
export const keepToken = (token: string): void => sessionStorage.setItem(TOKEN, token);
const keptToken = (): string => sessionStorage.getItem(TOKEN) ?? '';

/** Lets the server do some work. */
export const doWork = async <Schema extends v.GenericSchema>(name: string, schema: Schema, given: object) => {
  const headers = keptToken() ? { Authorization: `Bearer ${keptToken()}` } : {};
  const { data } = await http.post<unknown>(`/-/operator/work/${name}`, given, { headers });
  return v.parse(schema, data);
};

/** What went wrong, in the server's words. */
export const sentence = (error: Error): string =>
  serverMessage(error) ?? 'The portal did not answer. Load the page again to see what happened.';

interface ShownProps<Schema extends v.GenericSchema> {
  work: string;
  given?: object;
  schema: Schema;
  children: (result: v.InferOutput<Schema>) => ReactNode;
}

/** Shows the result of some work, or why there is none. */
export const Shown = <Schema extends v.GenericSchema>(props: ShownProps<Schema>) => {
  const { work, given = {}, schema, children } = props;
  const { data, error } = useQuery({
    queryKey: [work, given],
    queryFn: () => doWork(work, schema, given),
  });
  if (error && isUnauthorized(error)) return <SignIn refusal={keptToken() && sentence(error)} />;
  if (data !== undefined) return children(data);
  return error ? <Alert severity="error">{sentence(error)}</Alert> : <p role="status">Loading…</p>;
};

/** Asks for a token. @param refusal why the server refused the last one; empty without one */
const SignIn = ({ refusal }: { refusal: string }) => {
  const client = useQueryClient();
  const signIn = (token: string) => {
    keepToken(token);
    void client.resetQueries();
  };
  return (
    <Form submit="Sign in" onSubmit={({ token }) => signIn(String(token))}>
      {refusal && <Alert severity="error">{refusal}</Alert>}
      <TextField
        name="token"
        label="Operator token"
        type="password"
        autoComplete="current-password"
        required
      />
    </Form>
  );
};
