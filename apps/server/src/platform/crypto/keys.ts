import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config/config';
import { createKey } from './secrets';
import type { Database } from '../database/connect';

const derive = (secret: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `portal/${purpose}`, 32));

/**
 * Derives one key per purpose, so that a value made for one is useless for another (RFC 5869).
 * @param previous is accepted too
 */
export const deriveKeys = (current: Buffer, previous?: Buffer) => {
  const keyFor = (purpose: string) =>
    createKey(derive(current, purpose), previous && derive(previous, purpose));
  return {
    answerFiles: keyFor('answer-files'),
    codes: keyFor('codes'),
    contacts: keyFor('contacts'),
    csrf: keyFor('csrf'),
    customerTokens: keyFor('customer-tokens'),
    doctor: keyFor('doctor'),
    erasures: keyFor('erasures'),
    erp: keyFor('erp'),
    operator: keyFor('operator'),
    outbox: keyFor('outbox'),
    previews: keyFor('previews'),
    provider: keyFor('provider'),
    replicas: keyFor('replicas'),
    unsubscribe: keyFor('unsubscribe'),
  };
};

export type Keys = ReturnType<typeof deriveKeys>;

/** What the rules of the portal's own calls work with. */
export interface Portal {
  config: Config;
  database: Database;
  keys: Keys;
}

/** SECRET_KEY, or a key generated once and kept in DATA_DIR/secret.key: replicas must share one SECRET_KEY. */
const readSecretKey = async ({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> => {
  if (secretKey) return secretKey;
  const file = join(dataDir, 'secret.key');
  // A command may come before the first start.
  await mkdir(dataDir, { recursive: true });
  await createOnce(file, randomBytes(32).toString('hex'));
  const text = await readFile(file, 'utf8');
  // A truncated file would make guessable keys.
  if (!/^[0-9a-f]{64}\s*$/i.test(text))
    throw new ConfigError([
      `DATA_DIR has a damaged secret.key. Restore it or delete it; deleting it voids pending codes and the links in sent mails`,
    ]);
  return Buffer.from(text.trim(), 'hex');
};

/** The keys made of SECRET_KEY and SECRET_KEY_PREVIOUS. @throws ConfigError when the key is damaged */
export const loadKeys = async (config: Pick<Config, 'secretKey' | 'previousSecretKey' | 'dataDir'>) =>
  deriveKeys(await readSecretKey(config), config.previousSecretKey);

/** `link` is atomic: of processes that start at once, one wins, and none reads an incomplete key. */
const createOnce = async (file: string, text: string) => {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, text, { mode: 0o600 });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
};

/** Says what is wrong with a key that a replica keeps for itself; undefined if nothing is. */
export const keyProblem = ({
  secretKey,
  databaseUrl,
}: Pick<Config, 'secretKey' | 'databaseUrl'>): string | undefined =>
  databaseUrl && !secretKey
    ? 'SECRET_KEY is missing: each replica on DATABASE_URL keeps a key of its own in DATA_DIR/secret.key, and refuses the codes and forms of the others. Set it to the content of that file, for all replicas.'
    : undefined;
