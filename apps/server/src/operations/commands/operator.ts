import type { AsOperator, Io } from '@portal/cli';
import type { Config } from '../../platform/config/config';
import { readConfig, WORKSPACE } from '../../variables';
import { withCommands } from './run';

/** The portal's configuration, from the environment of a command. @throws ConfigError */
export const configOf = ({ env }: Pick<Io, 'env'>): Config => readConfig(env, WORKSPACE);

/** Lets release verbs work as the operator, on the database. */
export const asOperator =
  (io: Io): AsOperator =>
  (who, work) =>
    withCommands(configOf(io), (send) =>
      work({
        // The requests stay on this machine.
        base: new URL('http://portal/releases/'),
        send: async ({ pathname }, headers, body) => {
          const encoded = new Response(body);
          const type = encoded.headers.get('content-type') ?? '';
          const author = { 'content-type': type, 'x-released-by': encodeURIComponent(who) };
          const content = Buffer.from(await encoded.arrayBuffer());
          const answer = await send(pathname, { ...author, ...headers }, content);
          return new Response(new Uint8Array(answer.body), { status: answer.status });
        },
      }),
    );
