import { descriptorSchema } from '@portal/contract';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { ReleaseError } from './release-error';
import type { Trust } from './release-store';
import type { RouteOwners } from './route-ownership';

const pemsSchema = v.array(v.string());

/**
 * Public keys in PEM by the remote they may sign for; `*` means every remote and the shell. An entry can also
 * list the route prefixes of its remote.
 */
const publicKeysSchema = v.record(
  v.string(),
  v.union([
    pemsSchema,
    v.strictObject({ keys: pemsSchema, routes: v.optional(descriptorSchema.entries.routes) }),
  ]),
);

type Entry = v.InferOutput<typeof publicKeysSchema>[string];

const pemsOf = (entry: Entry): string[] => (Array.isArray(entry) ? entry : entry.keys);

const routesOf = (entry: Entry): string[] | undefined => (Array.isArray(entry) ? undefined : entry.routes);

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
const explain = (file: string, expected: string) => (cause: unknown) => {
  if (cause instanceof ReleaseError) throw cause;
  throw new ReleaseError(`${file} cannot be read. It must be ${expected}.`);
};

/** Makes a key that signs release documents; both halves in PEM. */
export const newSigningKey = (): { privateKey: string; publicKey: string } =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

/**
 * Reads the key that signs release documents.
 * @param file an Ed25519 private key in PEM (PKCS #8)
 * @throws ReleaseError for anything else
 */
export const readSigningKey = (file: string): Promise<KeyObject> =>
  readFile(file)
    .then((pem) => requireEd25519(createPrivateKey(pem), file))
    .catch(explain(file, 'an Ed25519 private key in PEM, as `pnpm portal keys` makes it'));

const EXPECTED =
  'JSON with Ed25519 public keys in PEM by remote: {"orders": ["-----BEGIN PUBLIC KEY-----…"]}, or, with its routes, {"orders": {"keys": […], "routes": ["/orders"]}}';

const readEntries = async (file: string): Promise<[string, Entry][]> =>
  Object.entries(v.parse(publicKeysSchema, JSON.parse(await readFile(file, 'utf8'))));

/**
 * Reads the keys to trust.
 * @param file JSON: `{ "orders": ["-----BEGIN PUBLIC KEY-----…"], "*": […] }`
 * @throws ReleaseError for anything else
 */
export const readPublicKeys = async (file: string): Promise<NonNullable<Trust['publicKeysOf']>> => {
  const keys = await readEntries(file)
    .then((entries) =>
      entries.map(([name, entry]) => [name, pemsOf(entry).map((pem) => publicKey(pem, file))] as const),
    )
    .catch(explain(file, EXPECTED));
  const byName = new Map(keys);
  return (name) => [...(byName.get(name) ?? []), ...(byName.get('*') ?? [])];
};

/**
 * Reads the prefixes of routes that the same file gives to remotes: `{ "orders": { "keys": […], "routes": ["/orders"] } }`.
 * @throws ReleaseError if it is not valid
 */
export const readRouteOwners = async (file: string): Promise<RouteOwners> => {
  const entries = await readEntries(file).catch(explain(file, EXPECTED));
  return new Map(
    entries.flatMap(([name, entry]) => {
      const routes = routesOf(entry);
      return routes ? [[name, routes] as const] : [];
    }),
  );
};
