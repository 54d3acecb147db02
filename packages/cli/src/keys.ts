import { isRemoteName, newSigningKey, rotateKey } from '@portal/releases';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isNativeError } from 'node:util/types';
import { readConfig } from './config';
import { UsageError } from './failure';
import { openStore } from './releases';
import { examples, JSON_OPTION, type AddVerb } from './verb';

/** The entry of RELEASE_PUBLIC_KEYS whose keys sign for every remote and the shell. */
const ALL = '*';

/** Never overwrites a key: without it, a team could no longer change what it has signed. */
const writeKey = async (file: string, pem: string): Promise<void> => {
  try {
    await writeFile(file, pem, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    if (isNativeError(cause) && 'code' in cause && cause.code === 'EEXIST')
      throw new UsageError(`${file} exists already. Choose another file: --file new.pem`, { cause });
    throw cause;
  }
};

const rotatedText = ({ signed, already }: Awaited<ReturnType<typeof rotateKey>>): string =>
  [
    signed.length > 0 && `Signed with your key: ${signed.join(', ')}`,
    already.length > 0 && `Already signed with it: ${already.join(', ')}`,
    'No release needs the former key any more: remove it from RELEASE_PUBLIC_KEYS.',
  ]
    .filter(Boolean)
    .join('\n');

export const addKeys: AddVerb = (portal, { io, print }) => {
  const keys = portal
    .command('keys')
    .description('Make a key that signs the releases of a remote, or replace one.')
    .argument('<name>', 'a remote; "*" signs for all, and the shell')
    .option(
      '--file <orders.pem>',
      'where to write the private key; default: the name of the remote, in this folder',
    )
    .option(...JSON_OPTION)
    .addHelpText('after', examples('keys orders', 'keys "*" --file operator.pem', 'keys rotate'))
    .action(async (name, options) => {
      if (name !== ALL && !isRemoteName(name))
        throw new UsageError(
          `Invalid name ${name}. Use lower-case letters, digits and dashes, or "*" for all remotes and the shell.`,
        );
      const file = options.file ?? `${name === ALL ? 'portal' : name}.pem`;
      const { privateKey, publicKey } = newSigningKey();
      await writeKey(resolve(readConfig(io).callerDirectory, file), privateKey);
      const entry = { [name]: { keys: [publicKey] } };
      const text = `Created ${file}. Keep it where only your pipeline can read it: RELEASE_SIGNING_KEY.
Add its public key to the file in RELEASE_PUBLIC_KEYS, of the portal and of every team:

${JSON.stringify(entry, null, 2)}`;
      print({ data: { file, publicKeys: entry }, text });
    });
  keys
    .command('rotate')
    .description('Sign with RELEASE_SIGNING_KEY what the key beside it in RELEASE_PUBLIC_KEYS signed.')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('keys rotate'))
    .action(async () => {
      const data = await rotateKey(await openStore(readConfig(io)));
      print({ data, text: rotatedText(data) });
    });
};
