import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { readSigningKey, readTrust } from './keys';
import { emptyDirectory } from './testing/build';

const one = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

const publicPem = ({ publicKey }: { publicKey: KeyObject }) =>
  publicKey.export({ type: 'spki', format: 'pem' }).toString();
const privatePem = ({ privateKey }: { privateKey: KeyObject }) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const fileWith = async (content: string) => {
  const file = join(await emptyDirectory(), 'key');
  await writeFile(file, content);
  return file;
};

/** The refusal names the file, but never quotes it. */
const expectRefusal = async (read: (file: string) => Promise<unknown>, content: string, sentence: RegExp) => {
  const file = await fileWith(content);
  const error: unknown = await read(file).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: 'ReleaseError', message: expect.stringMatching(sentence) });
  expect(error).toMatchObject({ message: expect.stringContaining(file) });
  expect(inspect(error)).not.toContain('hunter2');
};

it('reads an Ed25519 private key in PEM to sign with', async () => {
  const key = await readSigningKey(await fileWith(privatePem(one)));
  expect(createPublicKey(key).equals(one.publicKey)).toBe(true);
});

it.each([
  [
    'of another type',
    privatePem(rsa),
    /contains a key of type rsa\. Create an Ed25519 key: pnpm portal keys/,
  ],
  ['that is a public key', publicPem(one), /cannot be read\. It must be an Ed25519 private key in PEM/],
  ['that is no key', 'hunter2', /cannot be read\. It must be an Ed25519 private key/],
])('refuses a signing key %s', (_, pem, sentence) => expectRefusal(readSigningKey, pem, sentence));

it('trusts public keys for their remote, or under * for all, and reads prefixes of routes', async () => {
  const file = await fileWith(
    JSON.stringify({
      orders: { keys: [publicPem(one)], routes: ['/', '/service-order'] },
      '*': { keys: [publicPem(other)] },
    }),
  );
  const { publicKeysOf, owners } = await readTrust(file);
  const isTrustedFor = (name: string) =>
    [one, other].map(({ publicKey }) => publicKeysOf?.(name).some((key) => key.equals(publicKey)));
  expect(isTrustedFor('orders')).toEqual([true, true]);
  for (const name of ['login', '__proto__']) expect(isTrustedFor(name)).toEqual([false, true]);
  expect(owners).toEqual(new Map([['orders', ['/', '/service-order']]]));
});

it.each([
  ['that are not JSON', '{"orders": hunter2', /cannot be read\. It must be JSON with Ed25519 public keys/],
  ['without names of fields', JSON.stringify({ orders: [publicPem(one)] }), /It must be JSON/],
  ['with an invalid route', '{"orders": {"keys": [], "routes": ["hunter2"]}}', /It must be JSON/],
  ['that are no keys', '{"orders": {"keys": ["hunter2"]}}', /It must be JSON/],
  ['of another type', JSON.stringify({ orders: { keys: [publicPem(rsa)] } }), /contains a key of type rsa/],
  [
    'with a private key',
    JSON.stringify({ orders: { keys: [privatePem(one)] } }),
    /contains a private key\. Replace it by its public key: openssl pkey -in key\.pem -pubout$/,
  ],
])('refuses public keys %s', (_, content, sentence) => expectRefusal(readTrust, content, sentence));

it('refuses a missing file', async () => {
  await expect(readSigningKey('/nowhere/key.pem')).rejects.toThrow('/nowhere/key.pem cannot be read.');
  await expect(readTrust('/nowhere/keys.json')).rejects.toThrow('/nowhere/keys.json cannot be read.');
});
