import { releaseDocumentSchema, type ReleaseDocument } from '@portal/contract';
import canonicalize from 'canonicalize';
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import * as v from 'valibot';

/** An Ed25519 signature (RFC 8032) and the id of its key. */
const signatureSchema = v.strictObject({ keyId: v.string(), value: v.string() });

/** A release document in the storage. */
export const storedDocumentSchema = v.strictObject({
  ...releaseDocumentSchema.entries,
  signature: v.optional(signatureSchema),
});

export type StoredDocument = v.InferOutput<typeof storedDocumentSchema>;

/** Signs canonical JSON (RFC 8785), so that the layout of the file does not matter. */
const signedBytes = (document: ReleaseDocument): Buffer => Buffer.from(canonicalize(document) ?? '');

/** The id of a public key: the first 16 hex digits of its SHA-256. */
export const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

/** Signs a document with an Ed25519 private key. */
export const signDocument = (document: ReleaseDocument, privateKey: KeyObject): StoredDocument => ({
  ...document,
  signature: {
    keyId: keyIdOf(createPublicKey(privateKey)),
    value: sign(null, signedBytes(document), privateKey).toString('base64'),
  },
});

/** Verifies the document's signature against each key; false without a signature. */
export const isSignedByOneOf = (
  { signature, ...document }: StoredDocument,
  keys: readonly KeyObject[],
): boolean =>
  signature !== undefined &&
  keys.some((key) => verify(null, signedBytes(document), key, Buffer.from(signature.value, 'base64')));
