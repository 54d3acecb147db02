import { releaseDocumentSchema, type ReleaseDocument } from '@portal/contract';
import { createPublicKey, type KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { failuresSchema, type FieldFailure } from './failures';
import { healthSchema, type Health } from './health';
import { ReleaseError } from './release-error';
import type { DocumentName, ReleaseStorage } from './release-storage';
import type { RouteOwners } from './route-ownership';
import {
  isSignedByOneOf,
  keyIdOf,
  signDocument,
  storedDocumentSchema,
  type StoredDocument,
} from './signature';
import { verificationsSchema, type Verifications } from './verification';
import { isRemoteName, isVersion } from './version-files';

/** The keys of release documents. */
export interface Trust {
  /** The Ed25519 private key to sign with. */
  signingKey?: KeyObject;
  /**
   * The Ed25519 public keys trusted for a remote. Absent: signatures are optional. Empty: every document of the remote
   * is refused.
   */
  publicKeysOf?: (name: string) => readonly KeyObject[];
  /** The routes that the operator has given to remotes. */
  owners?: RouteOwners;
}

/** The files of versions, and validated, signed release documents. */
export interface ReleaseStore extends Pick<
  ReleaseStorage,
  | 'names'
  | 'lookAfter'
  | 'putVersion'
  | 'putFile'
  | 'versionFiles'
  | 'putSideFile'
  | 'readSideFile'
  | 'readFile'
  | 'storedVersions'
  | 'deleteVersion'
> {
  /** The routes that the operator has given to remotes. */
  owners: RouteOwners;
  /**
   * Reads the release document of a remote; undefined if nothing was published.
   * @throws ReleaseError if it is damaged or has no trusted signature
   */
  read(name: string): Promise<ReleaseDocument | undefined>;
  /**
   * Writes a release document by compare-and-swap, so that no update is lost. A change that returns its argument writes
   * nothing.
   */
  update(name: string, change: Change): Promise<ReleaseDocument>;
  /** Reads the health of a remote; undefined without reports. */
  readHealth(name: string): Promise<Health | undefined>;
  /** Writes the health of a remote by compare-and-swap, so that no update is lost. */
  updateHealth(name: string, change: (current: Health | undefined) => Health): Promise<void>;
  /** Reads the results of `portal verify` for a remote. A damaged list counts as empty: nothing depends on it. */
  readVerifications(name: string): Promise<Verifications>;
  /** Writes the verifications of a remote by compare-and-swap. */
  updateVerifications(name: string, change: (current: Verifications) => Verifications): Promise<void>;
  /** Reads how versions of a remote failed in browsers. */
  readFailures(name: string): Promise<readonly FieldFailure[]>;
  /** Writes how versions of a remote failed, by compare-and-swap, so that no update is lost. */
  updateFailures(
    name: string,
    change: (current: readonly FieldFailure[]) => readonly FieldFailure[],
  ): Promise<void>;
}

/** A change of a release document; the store counts the revision. */
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

const parseVerifications = (text: string | undefined): Verifications => {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), verificationsSchema), text);
  return result.success ? result.output : {};
};

const serialize = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

/** Names and versions come from command lines and become folders. @throws ReleaseError if one could lead elsewhere */
const requireFolder = (name: string, version = '0.0.0'): void => {
  if (!isRemoteName(name))
    throw new ReleaseError(
      `"${name}" is not a valid name of a remote: use lower-case letters, digits and dashes.`,
    );
  if (!isVersion(version))
    throw new ReleaseError(`"${version}" is not a version: use one such as 1.4.0 or 1.4.0-pr12.`);
};

/** A method of the storage that refuses names and versions that could lead elsewhere. */
const inFolder =
  <Rest extends unknown[], Result>(
    method: (name: string, version: string, ...rest: Rest) => Promise<Result>,
  ) =>
  async (name: string, version: string, ...rest: Rest): Promise<Result> => {
    requireFolder(name, version);
    return method(name, version, ...rest);
  };

/** @throws ReleaseError for a document without a trusted signature, or changed after it was signed */
const requireTrusted = (stored: StoredDocument, { signingKey, publicKeysOf }: Trust): void => {
  const { name, signature } = stored;
  // Without public keys, trust only the own signing key, and accept unsigned documents.
  const own = signingKey && signature ? createPublicKey(signingKey) : undefined;
  const keys = publicKeysOf?.(name) ?? (own && [own]);
  if (!keys || isSignedByOneOf(stored, keys)) return;
  const document = `${name}/release.json`;
  if (!signature)
    throw new ReleaseError(
      `${document} is not signed. Inspect it, then promote once with RELEASE_SIGNING_KEY and without RELEASE_PUBLIC_KEYS.`,
    );
  if (keys.some((key) => keyIdOf(key) === signature.keyId))
    throw new ReleaseError(
      `${document} was changed after it was signed. Restore it from a backup, or sign it with a trusted key: RELEASE_SIGNING_KEY.`,
    );
  // RELEASE_PUBLIC_KEYS is not set, so no other key is trusted.
  if (own && !publicKeysOf)
    throw new ReleaseError(
      `${document} is signed with another key, ${signature.keyId}, than the one in RELEASE_SIGNING_KEY, ${keyIdOf(own)}. Set RELEASE_PUBLIC_KEYS to the file with everybody's public keys, which the portal's operator has.`,
    );
  throw new ReleaseError(
    `${document} is signed with the key ${signature.keyId}, which is not trusted for ${name}. Restore it from a backup, or sign it with a trusted key: RELEASE_SIGNING_KEY.`,
  );
};

/** @throws ReleaseError if the portal would refuse this key's signature for the remote */
const requireMaySign = (name: string, signingKey: KeyObject, { publicKeysOf }: Trust): void => {
  const keyId = keyIdOf(createPublicKey(signingKey));
  if (!publicKeysOf || publicKeysOf(name).some((key) => keyIdOf(key) === keyId)) return;
  throw new ReleaseError(
    `The key in RELEASE_SIGNING_KEY, ${keyId}, may not sign for ${name}: its public key is not in RELEASE_PUBLIC_KEYS under ${name}. Ask the portal's operator to add it, or use another key.`,
  );
};

const withoutSignature = ({ signature: _, ...document }: StoredDocument): ReleaseDocument => document;

/**
 * Opens the releases in a storage.
 * @param trust the keys to trust and to sign with
 */
export const releaseStore = (storage: ReleaseStorage, trust: Trust = {}): ReleaseStore => {
  const readRelease = (name: string, text: string): StoredDocument => {
    const stored = parse(storedDocumentSchema, name, 'release.json', text);
    // A signed document of one remote must not pass for another's.
    if (stored.name !== name)
      throw new ReleaseError(`${name}/release.json belongs to ${stored.name}. Restore it from a backup.`);
    requireTrusted(stored, trust);
    return stored;
  };

  const sign = (document: ReleaseDocument, before: StoredDocument | undefined): StoredDocument => {
    if (trust.signingKey) {
      requireMaySign(document.name, trust.signingKey, trust);
      return signDocument(document, trust.signingKey);
    }
    if (!before?.signature && !trust.publicKeysOf) return document;
    throw new ReleaseError(
      `The releases of ${document.name} are signed. Set RELEASE_SIGNING_KEY to a key that the portal trusts.`,
    );
  };

  const ownKey = trust.signingKey && keyIdOf(createPublicKey(trust.signingKey));

  /** Applies a change. One that returns its argument changes no byte, except to sign with the own key. */
  const changed = (name: string, current: string | undefined, change: Change) => {
    const stored = current === undefined ? undefined : readRelease(name, current);
    const before = stored && withoutSignature(stored);
    const after = change(before);
    const isSigned = ownKey === undefined || stored?.signature?.keyId === ownKey;
    if (current !== undefined && before && after === before && isSigned)
      return { document: before, text: current };
    const document = v.parse(releaseDocumentSchema, { ...after, revision: (before?.revision ?? 0) + 1 });
    return { document, text: serialize(sign(document, stored)) };
  };

  /** Caches each document with its text, so that the same text is not parsed and verified again. */
  const known = new Map<string, { text: string; document: ReleaseDocument }>();

  const readKnown = (name: string, text: string): ReleaseDocument => {
    const before = known.get(name);
    if (before?.text === text) return before.document;
    const document = withoutSignature(readRelease(name, text));
    known.set(name, { text, document });
    return document;
  };

  const readHealth = (name: string, text: string): Health => parse(healthSchema, name, 'health.json', text);

  /** Returns no failures for a damaged document: nothing depends on them. */
  const parseFailures = (text: string | undefined): readonly FieldFailure[] => {
    const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), failuresSchema), text);
    return success ? output.failures : [];
  };

  return {
    owners: trust.owners ?? new Map(),
    names: () => storage.names(),
    lookAfter: () => storage.lookAfter(),
    readFile: (...file) => storage.readFile(...file),

    putVersion: inFolder(storage.putVersion),
    putSideFile: inFolder(storage.putSideFile),
    readSideFile: inFolder(storage.readSideFile),
    deleteVersion: inFolder(storage.deleteVersion),
    putFile: inFolder(storage.putFile),
    versionFiles: inFolder(storage.versionFiles),

    async storedVersions(name) {
      requireFolder(name);
      return storage.storedVersions(name);
    },

    async read(name) {
      requireFolder(name);
      const text = await storage.readDocument(name, 'release.json');
      return text === undefined ? undefined : readKnown(name, text);
    },

    async update(name, change) {
      requireFolder(name);
      const written: ReleaseDocument[] = [];
      await storage.updateDocument(name, 'release.json', (current) => {
        const { document, text } = changed(name, current, change);
        written.push(document);
        return text;
      });
      // The last attempt was written; earlier ones lost against another writer.
      const last = written.at(-1);
      if (!last) throw new Error(`The driver wrote ${name}/release.json without calling the change.`);
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

    async readVerifications(name) {
      requireFolder(name);
      return parseVerifications(await storage.readDocument(name, 'verifications.json'));
    },

    async updateVerifications(name, change) {
      requireFolder(name);
      await storage.updateDocument(name, 'verifications.json', (current) =>
        serialize(change(parseVerifications(current))),
      );
    },

    async readFailures(name) {
      requireFolder(name);
      return parseFailures(await storage.readDocument(name, 'failures.json'));
    },

    async updateFailures(name, change) {
      requireFolder(name);
      await storage.updateDocument(name, 'failures.json', (current) =>
        serialize({ failures: change(parseFailures(current)) }),
      );
    },
  };
};
