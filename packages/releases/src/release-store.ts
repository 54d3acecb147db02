import { releaseDocumentSchema, type ReleaseDocument } from '@portal/contract';
import { createPublicKey, type KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { ReleaseError } from './release-error';
import type { DocumentName, ReleaseStorage } from './storage';
import type { RouteOwners } from './route-ownership';
import {
  isSignedByOneOf,
  keyIdOf,
  signDocument,
  storedDocumentSchema,
  type StoredDocument,
} from './signature';

/** The keys of release documents. */
export interface Trust {
  /** The Ed25519 private key to sign with. */
  signingKey?: KeyObject;
  /** The Ed25519 public keys trusted for a remote, possibly none. Absent: signatures are optional. */
  publicKeysOf?: (name: string) => readonly KeyObject[];
  /** The routes that the operator has given to remotes. */
  owners?: RouteOwners;
}

/** A document of what browsers report about a remote. It is not signed: the servers write it, and have no key. */
export interface ReportDocument<Content> {
  file: Exclude<DocumentName, 'release.json'>;
  schema: v.GenericSchema<unknown, Content>;
  /** Whether a damaged document counts as none, so that the next reports replace it: nothing is decided by it. */
  isReplaceable?: boolean;
}

/** A change of a release document; the store counts the revision. */
type Change = (current: ReleaseDocument | undefined) => Omit<ReleaseDocument, 'revision'>;

const parse = <Content>(
  schema: v.GenericSchema<unknown, Content>,
  name: string,
  document: DocumentName,
  text: string,
): Content => {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (cause) {
    throw new ReleaseError(
      `${name}/${document} is damaged. Restore it from a backup, or delete it, publish and promote again.`,
      { cause },
    );
  }
};

const parseReports = <Content>(
  { file, schema, isReplaceable }: ReportDocument<Content>,
  name: string,
  text: string | undefined,
): Content | undefined => {
  if (text === undefined) return undefined;
  try {
    return parse(schema, name, file, text);
  } catch (error) {
    if (isReplaceable) return undefined;
    throw error;
  }
};

const serialize = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

/** @throws ReleaseError for a document without a trusted signature, or changed after it was signed */
const requireTrusted = (stored: StoredDocument, { signingKey, publicKeysOf }: Trust): void => {
  const { name, signature } = stored;
  // Without public keys, trust only the public half of the signing key, and accept unsigned documents.
  const keys = publicKeysOf?.(name) ?? (signingKey && signature && [createPublicKey(signingKey)]);
  if (!keys || isSignedByOneOf(stored, keys)) return;
  const document = `${name}/release.json`;
  if (!signature)
    throw new ReleaseError(
      `${document} is not signed. Inspect it, then promote once with RELEASE_SIGNING_KEY and without RELEASE_PUBLIC_KEYS.`,
    );
  const fault = keys.some((key) => keyIdOf(key) === signature.keyId)
    ? 'was changed after it was signed'
    : `is signed with the key ${signature.keyId}, which is not trusted for ${name}`;
  const hint = publicKeysOf ? '' : ' RELEASE_PUBLIC_KEYS names the file with the keys of all teams.';
  throw new ReleaseError(
    `${document} ${fault}. Restore it from a backup, or sign it with a trusted key: RELEASE_SIGNING_KEY.${hint}`,
  );
};

/** Whether RELEASE_PUBLIC_KEYS has the key for a remote, or under `*` for all. */
const isTrusted = (keyId: string, name: string, { publicKeysOf }: Trust): boolean =>
  publicKeysOf?.(name).some((key) => keyIdOf(key) === keyId) ?? false;

/** @throws ReleaseError if the portal would refuse this key's signature for the remote */
const requireMaySign = (name: string, keyId: string, trust: Trust): void => {
  if (!trust.publicKeysOf || isTrusted(keyId, name, trust)) return;
  throw new ReleaseError(
    `The key in RELEASE_SIGNING_KEY, ${keyId}, may not sign for ${name}: its public key is not in RELEASE_PUBLIC_KEYS under ${name}. Ask the portal's operator to add it, or use another key.`,
  );
};

const withoutSignature = ({ signature: _, ...document }: StoredDocument): ReleaseDocument => document;

export type ReleaseStore = ReturnType<typeof releaseStore>;

/** Opens the releases in a storage: the files of versions, and validated, signed release documents. */
export const releaseStore = (
  { readDocument, updateDocument, ...files }: ReleaseStorage,
  trust: Trust = {},
) => {
  const { signingKey, publicKeysOf, owners } = trust;
  const signingKeyId = signingKey && keyIdOf(createPublicKey(signingKey));

  const readRelease = (name: string, text: string): StoredDocument => {
    const stored = parse(storedDocumentSchema, name, 'release.json', text);
    // A signed document of one remote must not pass for another's.
    if (stored.name !== name)
      throw new ReleaseError(`${name}/release.json belongs to ${stored.name}. Restore it from a backup.`);
    requireTrusted(stored, trust);
    return stored;
  };

  const sign = (document: ReleaseDocument, before: StoredDocument | undefined): StoredDocument => {
    if (signingKey && signingKeyId) {
      requireMaySign(document.name, signingKeyId, trust);
      return signDocument(document, signingKey);
    }
    if (!before?.signature && !publicKeysOf) return document;
    throw new ReleaseError(
      `The releases of ${document.name} are signed. Set RELEASE_SIGNING_KEY to a key that the portal trusts.`,
    );
  };

  /** Applies a change. One that returns its argument changes no byte, except to sign with another key. */
  const changed = (name: string, current: string | undefined, change: Change) => {
    const stored = current === undefined ? undefined : readRelease(name, current);
    const before = stored && withoutSignature(stored);
    const after = change(before);
    const isSigned = signingKeyId === undefined || stored?.signature?.keyId === signingKeyId;
    if (current !== undefined && before && after === before && isSigned)
      return { document: before, text: current };
    const document = v.parse(releaseDocumentSchema, { ...after, revision: (before?.revision ?? 0) + 1 });
    return { document, text: serialize(sign(document, stored)) };
  };

  return {
    ...files,
    /** The routes that the operator has given to remotes. */
    owners: owners ?? new Map<string, string[]>(),

    /** Reads a trusted release document; undefined if nothing was published. */
    async read(name: string): Promise<ReleaseDocument | undefined> {
      const text = await readDocument(name, 'release.json');
      return text === undefined ? undefined : withoutSignature(readRelease(name, text));
    },

    /** Writes a release document by compare-and-swap. A change that returns its argument writes nothing. */
    async update(name: string, change: Change): Promise<ReleaseDocument> {
      let written: ReleaseDocument | undefined;
      await updateDocument(name, 'release.json', (current) => {
        const { document, text } = changed(name, current, change);
        written = document;
        return text;
      });
      if (!written) throw new Error(`${name}/release.json was written without its change.`);
      return written;
    },

    /**
     * Whether the signing key is to replace the one that signed a document: both are keys of the remote, or both of `*`.
     * @returns undefined for a document of other keys, and without one
     */
    async rotationOf(name: string): Promise<'due' | 'done' | undefined> {
      if (signingKeyId === undefined || !isTrusted(signingKeyId, name, trust)) return undefined;
      const text = await readDocument(name, 'release.json');
      const signer = text === undefined ? undefined : readRelease(name, text).signature?.keyId;
      if (signer === signingKeyId) return 'done';
      const isForAll = (keyId: string) => isTrusted(keyId, '*', trust);
      return signer && isForAll(signer) === isForAll(signingKeyId) ? 'due' : undefined;
    },

    /** Reads `HEALTH`, `HOURS` or `FAILURES` of a remote; undefined without reports. */
    readReports: async <Content>(reports: ReportDocument<Content>, name: string) =>
      parseReports(reports, name, await readDocument(name, reports.file)),

    /** Writes the reports about a remote by compare-and-swap. */
    updateReports: <Content>(
      reports: ReportDocument<Content>,
      name: string,
      change: (current: Content | undefined) => Content,
    ): Promise<void> =>
      updateDocument(name, reports.file, (current) =>
        serialize(change(parseReports(reports, name, current))),
      ),
  };
};
