import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ReleaseError } from './release-error';
import type { Trust } from './release-store';

/** Public keys in PEM by the remote they may sign for; `*` means every remote and the shell. */
const publicKeysSchema = v.record(v.string(), v.array(v.string()));

const requireEd25519 = (key: KeyObject, file: string): KeyObject => {
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new ReleaseError(
    `${file} contains a key of type ${key.asymmetricKeyType}. Create an Ed25519 key: openssl genpkey -algorithm ed25519`,
  );
};

/** A private key contains a public one, but must never be in this shared file. */
const publicKey = (pem: string, file: string): KeyObject => {
  if (/PRIVATE KEY/.test(pem))
    throw new ReleaseError(
      `${file} contains a private key. Replace it by its public key: openssl pkey -in key.pem -pubout`,
    );
  return requireEd25519(createPublicKey(pem), file);
};

/** Never quotes the file, which may contain a secret; messages of parsers do. */
const explain = (file: string, expected: string) => (cause: unknown) => {
  if (cause instanceof ReleaseError) throw cause;
  throw new ReleaseError(`${file} cannot be read. It must be ${expected}.`);
};

/**
 * Reads the key that signs release documents.
 * @param file an Ed25519 private key in PEM (PKCS #8)
 * @throws ReleaseError for anything else
 */
export const readSigningKey = (file: string): Promise<KeyObject> =>
  readFile(file)
    .then((pem) => requireEd25519(createPrivateKey(pem), file))
    .catch(explain(file, 'an Ed25519 private key in PEM: openssl genpkey -algorithm ed25519'));

/**
 * Reads the keys to trust.
 * @param file JSON: `{ "orders": ["-----BEGIN PUBLIC KEY-----…"], "*": […] }`
 * @throws ReleaseError for anything else
 */
export const readPublicKeys = async (file: string): Promise<NonNullable<Trust['publicKeysOf']>> => {
  const keys = await readFile(file, 'utf8')
    .then((text) => Object.entries(v.parse(publicKeysSchema, JSON.parse(text))))
    .then((entries) =>
      entries.map(([name, pems]) => [name, pems.map((pem) => publicKey(pem, file))] as const),
    )
    .catch(
      explain(
        file,
        'JSON with Ed25519 public keys in PEM by remote: {"orders": ["-----BEGIN PUBLIC KEY-----…"]}',
      ),
    );
  const byName = new Map(keys);
  return (name) => [...(byName.get(name) ?? []), ...(byName.get('*') ?? [])];
};
