import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ReleaseError } from './release-error';
import type { Trust } from './release-store';

/** Public keys in PEM, by the remotes that they may sign for; `*` stands for every remote and the shell. */
const publicKeysSchema = v.record(v.string(), v.array(v.string()));

const requireEd25519 = (key: KeyObject, file: string): KeyObject => {
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new ReleaseError(
    `${file} holds a key of the kind ${key.asymmetricKeyType}. Make one with: openssl genpkey -algorithm ed25519`,
  );
};

/** A private key has a public one in it; in this file it would be everybody's. */
const publicKey = (pem: string, file: string): KeyObject => {
  if (/PRIVATE KEY/.test(pem))
    throw new ReleaseError(
      `${file} holds a private key. Put the public one there: openssl pkey -in key.pem -pubout`,
    );
  return requireEd25519(createPublicKey(pem), file);
};

/** The fault never quotes the file, which may hold a secret; what parsers say of it does. */
const explain = (file: string, whatItMustBe: string) => (cause: unknown) => {
  if (cause instanceof ReleaseError) throw cause;
  throw new ReleaseError(`${file} cannot be read. It must be ${whatItMustBe}.`);
};

/**
 * Reads the key that release documents are signed with.
 * @param file an Ed25519 private key in PEM (PKCS #8)
 * @throws ReleaseError when it is none
 */
export const readSigningKey = (file: string): Promise<KeyObject> =>
  readFile(file)
    .then((pem) => requireEd25519(createPrivateKey(pem), file))
    .catch(explain(file, 'an Ed25519 private key in PEM: openssl genpkey -algorithm ed25519'));

/**
 * Reads whose signatures count.
 * @param file JSON: `{ "orders": ["-----BEGIN PUBLIC KEY-----…"], "*": […] }`
 * @throws ReleaseError when it is not that
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
