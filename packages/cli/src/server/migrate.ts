import * as v from 'valibot';
import { runServerProcess } from './server-process';
import { defineVerb, JSON_ARG } from '../verb';

const names = v.array(v.string());

/** The output of the server's process (apps/server/src/migrate-command.ts). */
const schemaSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ migrated: names, executed: names, pending: names, newer: names }),
);

type Schema = v.InferOutput<typeof schemaSchema>;

const statusText = ({ executed, pending, newer }: Schema): string => {
  const stateOf = (name: string) => (newer.includes(name) ? 'newer' : 'executed');
  const lines = [
    ...executed.map((name) => [name, stateOf(name)]),
    ...pending.map((name) => [name, 'pending']),
  ];
  const width = Math.max(...lines.map(([name = '']) => name.length));
  return lines.map(([name = '', state]) => `${name.padEnd(width)}  ${state}`).join('\n');
};

const migratedText = ({ migrated }: Schema): string =>
  migrated.length > 0 ? `executed ${migrated.join(', ')}` : 'nothing to do: no migration is pending';

export const migrateVerb = defineVerb({
  name: 'migrate',
  description:
    "Bring the database to this version's schema, before servers with MIGRATE_ON_START=false start.",
  examples: ['migrate --status', 'migrate'],
  args: {
    status: {
      type: 'boolean',
      default: false,
      description: 'list the migrations, change nothing; exit code 1 if some are pending',
    },
    ...JSON_ARG,
  },
  run: async ({ status }, io) => {
    const { printed, isNo } = await runServerProcess('migrate', status ? ['--status'] : [], io);
    const data = v.parse(schemaSchema, printed);
    const { newer } = data;
    return {
      data,
      text: status ? statusText(data) : migratedText(data),
      warnings:
        newer.length > 0
          ? [
              `a newer version of the portal executed ${newer.join(', ')}; this version works with that schema`,
            ]
          : [],
      ...(isNo && { exitCode: 1 as const }),
    };
  },
});
