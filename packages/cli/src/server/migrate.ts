import { join } from 'node:path';
import * as v from 'valibot';
import { runServerProcess } from './server-process';
import { UsageError } from '../failure';
import type { Io } from '../io';
import type { Report } from '../report';
import { examples, JSON_OPTION, type AddVerb } from '../verb';

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

/** The output of the server's process with `--from-embedded`. */
const copySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    migrated: names,
    copied: v.array(v.object({ table: v.string(), rows: v.number() })),
    dataDir: v.string(),
    /** Where the embedded database's portal kept its key; absent: SECRET_KEY has it. */
    secretKeyFile: v.optional(v.string()),
  }),
);

const copiedText = ({ copied, dataDir, secretKeyFile }: v.InferOutput<typeof copySchema>): string => {
  const nameWidth = Math.max(...copied.map(({ table }) => table.length));
  const countWidth = Math.max(...copied.map(({ rows }) => String(rows).length));
  const key = secretKeyFile
    ? `Set SECRET_KEY to the content of ${secretKeyFile}, unless the portal already had a SECRET_KEY.`
    : 'Keep the SECRET_KEY that the portal had.';
  return [
    ...copied.map(({ table, rows }) => `${table.padEnd(nameWidth)}  ${String(rows).padStart(countWidth)}`),
    '',
    `All rows are in PostgreSQL. ${dataDir} still has them, too.`,
    'Next:',
    `1. ${key}`,
    '2. Start the portal with this DATABASE_URL, and check it: pnpm portal doctor',
    `3. Delete ${join(dataDir, 'database')}, so that no portal starts on the old rows.`,
  ].join('\n');
};

const copyFromEmbedded = async (io: Io): Promise<Report> => {
  const { printed } = await runServerProcess('migrate', ['--from-embedded'], io);
  const data = v.parse(copySchema, printed);
  return { data, text: copiedText(data) };
};

const migrate = async (status: boolean, io: Io): Promise<Report> => {
  const { printed, isNo } = await runServerProcess('migrate', status ? ['--status'] : [], io);
  const data = v.parse(schemaSchema, printed);
  const { newer } = data;
  const warning = `a newer version of the portal executed ${newer.join(', ')}; this version works with that schema`;
  return {
    data,
    text: status ? statusText(data) : migratedText(data),
    warnings: newer.length > 0 ? [warning] : [],
    ...(isNo && { exitCode: 1 as const }),
  };
};

export const addMigrate: AddVerb = (portal, { io, print }) =>
  void portal
    .command('migrate')
    .description(
      "Bring the database to this version's schema, before servers with MIGRATE_ON_START=false start.",
    )
    .option('--status', 'list the migrations, change nothing; exit code 1 if some are pending')
    .option(
      '--from-embedded',
      'copy the embedded database in DATA_DIR to the empty PostgreSQL at DATABASE_URL',
    )
    .option(...JSON_OPTION)
    .addHelpText('after', examples('migrate --status', 'migrate', 'migrate --from-embedded'))
    .action(async ({ status = false, fromEmbedded }) => {
      if (status && fromEmbedded)
        throw new UsageError('Use either --status, which changes nothing, or --from-embedded.');
      print(await (fromEmbedded ? copyFromEmbedded(io) : migrate(status, io)));
    });
