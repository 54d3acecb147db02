import { descriptorSchema } from '@portal/contract';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { requireDocument } from './change-document';
import { ReleaseError } from './release-error';
import type { ReleaseStore, Trust } from './release-store';

/** What each remote may sign with, and the prefixes of routes that the operator gives to it; `*` means all of them. */
const publicKeysSchema = v.record(
  v.string(),
  v.strictObject({ keys: v.array(v.string()), routes: v.optional(descriptorSchema.entries.routes) }),
);

const requireEd25519 = (key: KeyObject, file: string): KeyObject => {
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new ReleaseError(
    `${file} contains a key of type ${key.asymmetricKeyType}. Create an Ed25519 key: pnpm portal keys NAME`,
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
const explain =
  (file: string, expected: string) =>
  (cause: unknown): never => {
    if (cause instanceof ReleaseError) throw cause;
    throw new ReleaseError(`${file} cannot be read. It must be ${expected}.`);
  };

/** Makes a key that signs release documents; both halves in PEM. */
export const newSigningKey = (): { privateKey: string; publicKey: string } =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

/** Reads the key that signs release documents: an Ed25519 private key in PEM (PKCS #8). */
export const readSigningKey = (file: string): Promise<KeyObject> =>
  readFile(file)
    .then((pem) => requireEd25519(createPrivateKey(pem), file))
    .catch(explain(file, 'an Ed25519 private key in PEM, as `pnpm portal keys` makes it'));

const EXPECTED =
  'JSON with Ed25519 public keys in PEM by remote: {"orders": {"keys": ["-----BEGIN PUBLIC KEY-----…"]}}, or, with its routes, {"orders": {"keys": […], "routes": ["/orders"]}}';

/** Reads the keys to trust, and the owners of routes, from the file of RELEASE_PUBLIC_KEYS. */
export const readTrust = async (file: string): Promise<Trust> => {
  try {
    const entries = Object.entries(v.parse(publicKeysSchema, JSON.parse(await readFile(file, 'utf8'))));
    const keys = new Map(entries.map(([name, own]) => [name, own.keys.map((pem) => publicKey(pem, file))]));
    return {
      publicKeysOf: (name) => [...(keys.get(name) ?? []), ...(keys.get('*') ?? [])],
      owners: new Map(entries.flatMap(([name, { routes }]) => (routes ? [[name, routes] as const] : []))),
    };
  } catch (error) {
    return explain(file, EXPECTED)(error);
  }
};

/**
 * Signs every release document again that the former key signed (see `rotationOf`). Can be repeated.
 * @throws ReleaseError if a document cannot be signed, after all others are, or if there is none
 */
export const rotateKey = async (store: ReleaseStore) => {
  const names: Record<'due' | 'done', string[]> = { due: [], done: [] };
  const work = (await store.names()).map(async (name) => {
    const state = await store.rotationOf(name);
    if (state === 'due') await store.update(name, (document) => requireDocument(document, name));
    if (state) names[state].push(name);
  });
  await Promise.allSettled(work);
  await Promise.all(work);
  if (names.due.length + names.done.length === 0)
    throw new ReleaseError(
      'There is nothing to sign. Set RELEASE_SIGNING_KEY to the new key, and RELEASE_PUBLIC_KEYS to the file that has its public key beside the former one.',
    );
  return { signed: names.due.sort(), already: names.done.sort() };
};
