import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { readPublicKeys, readSigningKey } from './keys';
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
    ['of another kind', privatePem(rsa), /holds a key of the kind rsa\. Make one with: openssl genpkey/],
    [
      'a public one',
      publicPem(one),
      /cannot be read\. It must be an Ed25519 private key in PEM: openssl genpkey/,
    ],
    ['no key', 'hunter2', /cannot be read\. It must be an Ed25519 private key/],
    ['empty', '', /cannot be read\. It must be an Ed25519 private key/],
  ])(
    'is refused when it is %s, by the name of its file and with nothing that stands in it',
    async (_, pem, sentence) => {
      const file = await fileWith(pem);
      const error: unknown = await readSigningKey(file).catch((caught: unknown) => caught);
      expect(error).toMatchObject({
        name: 'ReleaseError',
        message: expect.stringMatching(sentence),
      });
      expect(error).toMatchObject({ message: expect.stringContaining(file) });
      expect(inspect(error)).not.toContain('hunter2');
    },
  );

  it('is refused when there is no file', async () => {
    await expect(readSigningKey('/nowhere/key.pem')).rejects.toThrow(
      '/nowhere/key.pem cannot be read. It must be an Ed25519 private key in PEM',
    );
  });
});

describe('the public keys', () => {
  const read = async (content: unknown) => readPublicKeys(await fileWith(JSON.stringify(content)));

  it('belong to the remotes that they are under, and those under * to all', async () => {
    const publicKeysOf = await read({ orders: [publicPem(one)], '*': [publicPem(other)] });
    const known = (name: string) =>
      [one, other].map(({ publicKey }) => publicKeysOf(name).some((key) => key.equals(publicKey)));
    expect(known('orders')).toEqual([true, true]);
    expect(known('login')).toEqual([false, true]);
  });

  it('are none for a remote that is not named', async () => {
    const publicKeysOf = await read({ orders: [publicPem(one)] });
    expect(publicKeysOf('login')).toEqual([]);
    expect(publicKeysOf('__proto__')).toEqual([]);
  });

  it.each([
    ['no JSON', '{"orders": hunter2', /cannot be read\. It must be JSON with Ed25519 public keys/],
    ['a list', '["hunter2"]', /cannot be read\. It must be JSON/],
    [
      'one key without a list',
      JSON.stringify({ orders: publicPem(one) }),
      /cannot be read\. It must be JSON/,
    ],
    ['no key', '{"orders": ["hunter2"]}', /cannot be read\. It must be JSON/],
    ['a key of another kind', JSON.stringify({ orders: [publicPem(rsa)] }), /holds a key of the kind rsa/],
    [
      'a private key',
      JSON.stringify({ orders: [privatePem(one)] }),
      /holds a private key\. Put the public one there: openssl pkey -in key\.pem -pubout$/,
    ],
  ])('are refused when they are %s, with nothing that stands in the file', async (_, content, sentence) => {
    const error: unknown = await readPublicKeys(await fileWith(content)).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      name: 'ReleaseError',
      message: expect.stringMatching(sentence),
    });
    expect(inspect(error)).not.toContain('hunter2');
  });

  it('are refused when there is no file', async () => {
    await expect(readPublicKeys('/nowhere/keys.json')).rejects.toThrow('/nowhere/keys.json cannot be read');
  });
});
