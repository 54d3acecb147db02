import { examples, JSON_OPTION, UsageError, type AddVerb } from '@portal/cli';

/*
 * Commands for operators, on the server's database, settings and customers. Their work is imported when they run, so
 * that the commands of teams start without it.
 */

const addImport: AddVerb = (portal, { io, print }) =>
  void portal
    .command('import')
    .description('Load customers and their orders from a JSON file: all of it, or nothing.')
    .argument('[file]', 'a JSON file; docs/import.md has the format')
    .option('--dry-run', 'report what would be loaded and sent, change nothing')
    .option('--quiet', 'send customers no messages about it')
    .option('--yes', 'load it also if it changes much, or writes to many, without asking')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('import customers.json', 'import customers.json --dry-run'))
    .action(async (file, { json = false, dryRun = false, quiet = false, yes = false }) => {
      if (!file) throw new UsageError('Name the file to import: pnpm portal import customers.json');
      const { importFile } = await import('./import');
      print(await importFile(file, { json, dryRun, quiet, yes }, io));
    });

const addImports: AddVerb = (portal, { io, print }) =>
  void portal
    .command('imports')
    .description('List the last 20 loads of customers and orders, by file or webhook.')
    .option(...JSON_OPTION)
    .action(async () => print(await (await import('./import')).listImports(io)));

const addOrder: AddVerb = (portal, { io, print }) =>
  void portal
    .command('order')
    .description('Delete a wrong order.')
    .addHelpText('after', examples('order delete 000019'))
    .command('delete')
    .description('Delete an order, also from messages that wait. Newer deliveries and the ERP bring it back.')
    .argument('<number>', 'its ServiceOrderNbr')
    .option(...JSON_OPTION)
    .action(async (number) => print(await (await import('./import')).deleteOrder(number, io)));

const addMigrate: AddVerb = (portal, { io, print }) =>
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
    .action(async ({ status = false, fromEmbedded = false }) => {
      if (status && fromEmbedded)
        throw new UsageError('Use either --status, which changes nothing, or --from-embedded.');
      const { migrate, moveFromEmbedded } = await import('./migrate');
      print(await (fromEmbedded ? moveFromEmbedded(io) : migrate(status, io)));
    });

/** Lists, retries, and deletes what waits or failed. */
const addQueue =
  (queue: 'outbox' | 'answers', what: string, description: string): AddVerb =>
  (portal, { io, print }) => {
    const one = `${queue} delete 6f1c2a52-8f0e-4f6e-9a77-0a1b2c3d4e5f`;
    const command = portal
      .command(queue)
      .description(`${description}; retry or delete them.`)
      .addHelpText('after', examples(queue, `${queue} retry --all`, one, `${queue} list --json`));
    command
      .command('list', { isDefault: true })
      .description(`${description}.`)
      .option(...JSON_OPTION)
      .action(async () => print(await (await import('./queues')).LISTS[queue](io)));
    for (const [action, effect] of [
      ['retry', `Queue ${what} again`],
      ['delete', `Delete ${what}`],
    ] as const) {
      const change = command
        .command(action)
        .description(`${effect}, by ID or all.`)
        .argument('[id...]', what)
        .option('--all', `all ${what}`)
        .option(...JSON_OPTION)
        .action(async (ids, { all = false }, called) => {
          const queued = called.getOptionValue('queued') === true;
          print(await (await import('./queues')).changeQueue({ queue, action, ids, all, queued }, io));
        });
      if (queue === 'outbox' && action === 'delete')
        change.option('--queued', 'news that wait to be sent, in place of dead letters');
    }
  };

const addErp: AddVerb = (portal, { io, print }) => {
  const erp = portal
    .command('erp')
    .description('Show how orders come from the ERP; connect it, confirm removals, read all again.')
    .addHelpText('after', examples('erp', 'erp connect', 'erp confirm', 'erp read-again'));
  for (const [verb, work, description] of [
    ['status', 'showStatus', 'Count the orders that customers see, and those that they do not, by reason.'],
    ['connect', 'connect', 'Allow the portal to read from the ERP, by OAuth: consent in a browser.'],
    ['confirm', 'confirmRemovals', 'Take the orders from customers that the ERP no longer shows.'],
    ['read-again', 'readAgain', 'Read every order of the ERP again.'],
  ] as const)
    erp
      .command(verb, { isDefault: verb === 'status' })
      .description(description)
      .option(...JSON_OPTION)
      .action(async () => print(await (await import('./erp'))[work](io)));
};

const addCustomer: AddVerb = (portal, { io, print }) => {
  const CONTACT = ['<contact>', 'an email address or a phone number'] as const;
  const customer = portal
    .command('customer')
    .description('Find a customer, see why they cannot sign in, mend it, or erase them.')
    .addHelpText(
      'after',
      examples(
        'customer find Ann',
        'customer show ann@example.com',
        'customer resend ann@example.com',
        'customer export ann@example.com > ann.json',
        'customer sign-out +12025550123',
        'customer erase ann@example.com --yes',
        'customer repeat /var/log/portal/audit.log',
      ),
    );
  customer
    .command('find')
    .description('Find customers by a part of their name, or by an address, a number, or an order.')
    .argument('<text>', 'Ann, ann@example.com, +12025550123, or 000019')
    .option(...JSON_OPTION)
    .action(async (text) => print(await (await import('./customer')).find(text, io)));
  customer
    .command('orders')
    .description('Show the orders of a customer, or one with its event log, as they read them.')
    .argument(...CONTACT)
    .argument('[number]', 'the ServiceOrderNbr of one')
    .option(...JSON_OPTION)
    .action(async (contact, number) =>
      print(await (await import('./customer')).showOrders(contact, number, io)),
    );
  for (const [action, description] of [
    ['show', 'Show what the portal knows about a customer: last codes, locks, sessions, messages, imports.'],
    ['export', 'Print all data of a customer as JSON.'],
    ['unlock', 'Let a customer ask for codes, and try them, at once.'],
    ['resend', 'Send a customer a new code, and messages that failed.'],
    ['sign-out', 'Sign a customer out everywhere.'],
    ['block', 'Keep a customer out: no code, no session.'],
    ['unblock', 'Let a blocked customer sign in again.'],
    ['readmit', 'Let imports bring an erased customer back.'],
  ] as const)
    customer
      .command(action)
      .description(description)
      .argument(...CONTACT)
      .option(...JSON_OPTION)
      .action(async (contact) => print(await (await import('./customer')).reportOn(action, contact, io)));
  customer
    .command('erase')
    .description('Erase a customer for good.')
    .argument(...CONTACT)
    .option('--yes', 'erase without asking')
    .option(...JSON_OPTION)
    .action(async (contact, { yes = false }) =>
      print(await (await import('./customer')).erase(contact, yes, io)),
    );
  customer
    .command('repeat')
    .description('Repeat erasures and choices of notifications that a restored backup has forgotten.')
    .argument('<log>', 'the audit log since that backup, or - for stdin')
    .option(...JSON_OPTION)
    .action(async (log) => print(await (await import('./customer')).repeat(log, io)));
};

const addToken: AddVerb = (portal, { io, print }) => {
  const token = portal
    .command('token')
    .description('Create, list or revoke the tokens of teams, which release, and of operators.')
    .addHelpText(
      'after',
      examples(
        'token create orders-team --names orders,invoices --verbs publish,canary',
        'token create dana --role support --days 30',
        'token list',
        'token revoke 6f1c2a52-8f0e-4f6e-9a77-0a1b2c3d4e5f',
      ),
    );
  token
    .command('create')
    .description('Create a token, and print it once.')
    .argument('<team>', 'who it is for: the author in the history, or an operator')
    .option('--role <read|support|releases|all>', 'for an operator: what they can do on the pages')
    .option('--names <orders,invoices>', 'the remotes that it can change')
    .option(
      '--verbs <publish,promote,canary,rollback,prune>',
      'what it can do',
      'publish,promote,canary,rollback,prune',
    )
    .option('--days <number>', 'how long it works', '90')
    .option('--megabytes <number>', 'the most that a publication can have, source maps included', '100')
    .option('--files <number>', 'the most files of a publication', '2000')
    .option('--versions <number>', 'the most versions of a remote that are kept', '500')
    .option(...JSON_OPTION)
    .action(async (team, given) => print(await (await import('./token')).createToken(team, given, io)));
  token
    .command('list', { isDefault: true })
    .description('List the tokens: whose, for what, when last used, until when.')
    .option(...JSON_OPTION)
    .action(async () => print(await (await import('./token')).listTokens(io)));
  token
    .command('revoke')
    .description('Revoke a token at once.')
    .argument('<id>', 'the first column of the list')
    .option(...JSON_OPTION)
    .action(async (id) => print(await (await import('./token')).revokeToken(id, io)));
};

export const DATABASE_VERBS: readonly AddVerb[] = [
  addImport,
  addImports,
  addOrder,
  addMigrate,
  addQueue('outbox', 'dead letters', 'List messages by channel and status, and dead letters'),
  addQueue('answers', 'answers', 'List answers of customers that have not reached you'),
  addErp,
  addCustomer,
  addToken,
];
