import { releaseDocumentSchema, type ReleaseDocument } from '@portal/contract';
import { createPublicKey, type KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { healthSchema, type Health } from './health';
import { ReleaseError } from './release-error';
import type { DocumentName, ReleaseStorage } from './release-storage';
import { isSignedByOneOf, signDocument, storedDocumentSchema, type StoredDocument } from './signature';
import { isRemoteName, isVersion } from './version-files';

/** Who may say what is released. */
export interface Trust {
  /** The Ed25519 private key to sign with. */
  signingKey?: KeyObject;
  /**
   * The Ed25519 public keys whose signature a remote's document needs. Absent: signatures are not asked for.
   * None for a remote: no document of it is accepted.
   */
  publicKeysOf?: (name: string) => readonly KeyObject[];
}

/** The releases: the files of versions, and release documents that are checked and signed. */
export interface ReleaseStore extends Pick<
  ReleaseStorage,
  'names' | 'putVersion' | 'readFile' | 'storedVersions' | 'deleteVersion'
> {
  /**
   * The release document of a remote, or undefined when nothing of it was published.
   * @throws ReleaseError when it is damaged, or signed by nobody who is trusted
   */
  read(name: string): Promise<ReleaseDocument | undefined>;
  /**
   * Writes a release document from the one that is there; no other writer's update is lost. A change that gives back
   * the very document it got changes nothing.
   */
  update(name: string, change: Change): Promise<ReleaseDocument>;
  /** How a remote's versions fare, or undefined when nothing was reported. */
  readHealth(name: string): Promise<Health | undefined>;
  /** Writes how a remote's versions fare from what is there; no other writer's update is lost. */
  updateHealth(name: string, change: (current: Health | undefined) => Health): Promise<void>;
}

/** A change of a release document; the revision is counted by the store. */
type Change = (current: ReleaseDocument | undefined) => Omit<ReleaseDocument, 'revision'>;

const parse = <Schema extends v.GenericSchema>(
  schema: Schema,
  name: string,
  document: DocumentName,
  text: string,
): v.InferOutput<Schema> => {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (cause) {
    throw new ReleaseError(
      `${name}/${document} is damaged. Restore it from a backup, or delete it, publish and promote again.`,
      { cause },
    );
  }
};

const serialize = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

/** Names come from command lines; they become folders. @throws ReleaseError when they would lead elsewhere */
const requireFolder = (name: string, version = '0.0.0'): void => {
  if (!isRemoteName(name))
    throw new ReleaseError(`"${name}" is no name of a remote: lower-case letters, digits and dashes.`);
  if (!isVersion(version))
    throw new ReleaseError(`"${version}" is no version: use one such as 1.4.0 or 1.4.0-pr12.`);
};

/** @throws ReleaseError when a document is from nobody who may write it, or was changed afterwards */
const requireTrusted = (stored: StoredDocument, { signingKey, publicKeysOf }: Trust): void => {
  const { name, signature } = stored;
  // Who signs and knows no keys trusts their own, and takes over what was never signed.
  const own = signingKey && signature ? [createPublicKey(signingKey)] : undefined;
  const keys = publicKeysOf?.(name) ?? own;
  if (!keys || isSignedByOneOf(stored, keys)) return;
  throw new ReleaseError(
    signature
      ? `${name}/release.json is signed with the key ${signature.keyId}, which is not trusted for ${name}, or was changed after that. Restore it from a backup, or sign it with a trusted key: RELEASE_SIGNING_KEY.`
      : `${name}/release.json is not signed. Look at it, then promote once with RELEASE_SIGNING_KEY and without RELEASE_PUBLIC_KEYS.`,
  );
};

const withoutSignature = ({ signature: _, ...document }: StoredDocument): ReleaseDocument => document;

/**
 * The releases in a storage.
 * @param trust whose documents are believed, and the key that new ones are signed with
 */
export const releaseStore = (storage: ReleaseStorage, trust: Trust = {}): ReleaseStore => {
  const readRelease = (name: string, text: string): StoredDocument => {
    const stored = parse(storedDocumentSchema, name, 'release.json', text);
    // Otherwise one remote's signed document would pass for another's.
    if (stored.name !== name)
      throw new ReleaseError(`${name}/release.json is that of ${stored.name}. Restore it from a backup.`);
    requireTrusted(stored, trust);
    return stored;
  };

  const sign = (document: ReleaseDocument, before: StoredDocument | undefined): StoredDocument => {
    if (trust.signingKey) {
      const signed = signDocument(document, trust.signingKey);
      requireTrusted(signed, trust);
      return signed;
    }
    if (!before?.signature && !trust.publicKeysOf) return document;
    throw new ReleaseError(
      `The releases of ${document.name} are signed. Set RELEASE_SIGNING_KEY to a key that the portal trusts.`,
    );
  };

  /**
   * The document as it becomes, and its text. A change that gives back what it got changes no byte, unless there is a
   * key and the document was never signed.
   */
  const changed = (name: string, current: string | undefined, change: Change) => {
    const stored = current === undefined ? undefined : readRelease(name, current);
    const before = stored && withoutSignature(stored);
    const after = change(before);
    const isSigned = stored?.signature !== undefined || !trust.signingKey;
    if (current !== undefined && before && after === before && isSigned)
      return { document: before, text: current };
    const document = v.parse(releaseDocumentSchema, { ...after, revision: (before?.revision ?? 0) + 1 });
    return { document, text: serialize(sign(document, stored)) };
  };

  const readHealth = (name: string, text: string): Health => parse(healthSchema, name, 'health.json', text);

  return {
    names: () => storage.names(),
    readFile: (...file) => storage.readFile(...file),

    async putVersion(name, version, ...files) {
      requireFolder(name, version);
      await storage.putVersion(name, version, ...files);
    },

    async storedVersions(name) {
      requireFolder(name);
      return storage.storedVersions(name);
    },

    async deleteVersion(name, version) {
      requireFolder(name, version);
      await storage.deleteVersion(name, version);
    },

    async read(name) {
      requireFolder(name);
      const text = await storage.readDocument(name, 'release.json');
      return text === undefined ? undefined : withoutSignature(readRelease(name, text));
    },

    async update(name, change) {
      requireFolder(name);
      const written: ReleaseDocument[] = [];
      await storage.updateDocument(name, 'release.json', (current) => {
        const { document, text } = changed(name, current, change);
        written.push(document);
        return text;
      });
      // The last one is what was written: earlier ones met a newer document.
      const last = written.at(-1);
      if (!last) throw new Error(`The driver wrote ${name}/release.json without asking for it.`);
      return last;
    },

    async readHealth(name) {
      requireFolder(name);
      const text = await storage.readDocument(name, 'health.json');
      return text === undefined ? undefined : readHealth(name, text);
    },

    async updateHealth(name, change) {
      requireFolder(name);
      await storage.updateDocument(name, 'health.json', (current) =>
        serialize(change(current === undefined ? undefined : readHealth(name, current))),
      );
    },
  };
};
