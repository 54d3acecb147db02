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

describe('the signing key', () => {
  it('is an Ed25519 private key in PEM', async () => {
    const key = await readSigningKey(await fileWith(privatePem(one)));
    expect(createPublicKey(key).equals(one.publicKey)).toBe(true);
  });

  it.each([
    [
      'of another type',
      privatePem(rsa),
      /contains a key of type rsa\. Create an Ed25519 key: pnpm portal keys NAME$/,
    ],
    [
      'a public key',
      publicPem(one),
      /cannot be read\. It must be an Ed25519 private key in PEM, as `pnpm portal keys` makes it/,
    ],
    ['not a key', 'hunter2', /cannot be read\. It must be an Ed25519 private key/],
    ['empty', '', /cannot be read\. It must be an Ed25519 private key/],
  ])('is refused if it is %s, naming its file without quoting it', async (_, pem, sentence) => {
    const file = await fileWith(pem);
    const error: unknown = await readSigningKey(file).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      name: 'ReleaseError',
      message: expect.stringMatching(sentence),
    });
    expect(error).toMatchObject({ message: expect.stringContaining(file) });
    expect(inspect(error)).not.toContain('hunter2');
  });

  it('is refused if the file is missing', async () => {
    await expect(readSigningKey('/nowhere/key.pem')).rejects.toThrow(
      '/nowhere/key.pem cannot be read. It must be an Ed25519 private key in PEM',
    );
  });
});

describe('the public keys', () => {
  it('apply to their remote, or to all remotes under *, and can have route prefixes', async () => {
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
    expect(isTrustedFor('login')).toEqual([false, true]);
    expect(owners).toEqual(new Map([['orders', ['/', '/service-order']]]));
  });

  it('are empty for an unlisted remote', async () => {
    const { publicKeysOf } = await readTrust(
      await fileWith(JSON.stringify({ orders: { keys: [publicPem(one)] } })),
    );
    expect(publicKeysOf?.('login')).toEqual([]);
    expect(publicKeysOf?.('__proto__')).toEqual([]);
  });

  it.each([
    ['not JSON', '{"orders": hunter2', /cannot be read\. It must be JSON with Ed25519 public keys/],
    ['a list', '["hunter2"]', /cannot be read\. It must be JSON/],
    [
      'without names of fields',
      JSON.stringify({ orders: [publicPem(one)] }),
      /cannot be read\. It must be JSON/,
    ],
    [
      'listed with an invalid route',
      '{"orders": {"keys": [], "routes": ["hunter2"]}}',
      /cannot be read\. It must be JSON/,
    ],
    ['not keys', '{"orders": {"keys": ["hunter2"]}}', /cannot be read\. It must be JSON/],
    [
      'a key of another type',
      JSON.stringify({ orders: { keys: [publicPem(rsa)] } }),
      /contains a key of type rsa/,
    ],
    [
      'a private key',
      JSON.stringify({ orders: { keys: [privatePem(one)] } }),
      /contains a private key\. Replace it by its public key: openssl pkey -in key\.pem -pubout$/,
    ],
  ])('are refused if they are %s, without quoting the file', async (_, content, sentence) => {
    const error: unknown = await readTrust(await fileWith(content)).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      name: 'ReleaseError',
      message: expect.stringMatching(sentence),
    });
    expect(inspect(error)).not.toContain('hunter2');
  });

  it('are refused if the file is missing', async () => {
    await expect(readTrust('/nowhere/keys.json')).rejects.toThrow('/nowhere/keys.json cannot be read');
  });
});
