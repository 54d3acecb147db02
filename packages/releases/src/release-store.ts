import type { ReleaseDocument } from '@portal/contract';
import { createPublicKey, type KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { healthSchema, type Health } from './health';
import { ReleaseError } from './release-error';
import type { DocumentName, ReleaseStorage } from './release-storage';
import { isSignedByOneOf, signDocument, storedDocumentSchema, type StoredDocument } from './signature';

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

const withoutSignature = ({ signature: _, ...document }: StoredDocument): ReleaseDocument => document;

/** The document as the file has it, once it is known to be from somebody who may write it. */
const trusted = (stored: StoredDocument, { signingKey, publicKeysOf }: Trust): ReleaseDocument => {
  const { name, signature } = stored;
  const own = signingKey ? [createPublicKey(signingKey)] : [];
  if (publicKeysOf || (signingKey && signature)) {
    const keys = [...own, ...(publicKeysOf?.(name) ?? [])];
    if (!isSignedByOneOf(stored, keys))
      throw new ReleaseError(
        `${name}/release.json is ${signature ? `signed by ${signature.keyId}, which is not trusted here, or was changed afterwards` : 'not signed'}. Publish or promote with a trusted RELEASE_SIGNING_KEY.`,
      );
  }
  return withoutSignature(stored);
};

/**
 * The releases in a storage.
 * @param trust whose documents are believed, and the key that new ones are signed with
 */
export const releaseStore = (storage: ReleaseStorage, trust: Trust = {}): ReleaseStore => {
  const read = (name: string, text: string): ReleaseDocument => {
    const stored = parse(storedDocumentSchema, name, 'release.json', text);
    // Otherwise one remote's signed document would pass for another's.
    if (stored.name !== name)
      throw new ReleaseError(`${name}/release.json is that of ${stored.name}. Restore it from a backup.`);
    return trusted(stored, trust);
  };

  /** The document as it becomes, and its text; a change that gives back what it got changes no byte. */
  const change = (name: string, current: string | undefined, apply: Change) => {
    const before = current === undefined ? undefined : read(name, current);
    if (!trust.signingKey && current !== undefined && 'signature' in Object(JSON.parse(current)))
      throw new ReleaseError(
        `The releases of ${name} are signed. Set RELEASE_SIGNING_KEY to a key that the portal trusts.`,
      );
    const after = apply(before);
    if (before && current !== undefined && after === before) return { document: before, text: current };
    const document = v.parse(storedDocumentSchema, { ...after, revision: (before?.revision ?? 0) + 1 });
    return {
      document,
      text: serialize(trust.signingKey ? signDocument(document, trust.signingKey) : document),
    };
  };

  return {
    names: () => storage.names(),
    putVersion: (...version) => storage.putVersion(...version),
    readFile: (...file) => storage.readFile(...file),
    storedVersions: (name) => storage.storedVersions(name),
    deleteVersion: (...version) => storage.deleteVersion(...version),

    async read(name) {
      const text = await storage.readDocument(name, 'release.json');
      return text === undefined ? undefined : read(name, text);
    },

    async update(name, apply) {
      const written: ReleaseDocument[] = [];
      await storage.updateDocument(name, 'release.json', (current) => {
        const { document, text } = change(name, current, apply);
        written.push(document);
        return text;
      });
      // The last one is what was written: earlier ones met a newer document.
      const last = written.at(-1);
      if (!last) throw new Error(`The driver wrote ${name}/release.json without asking for it.`);
      return last;
    },

    async readHealth(name) {
      const text = await storage.readDocument(name, 'health.json');
      return text === undefined ? undefined : parse(healthSchema, name, 'health.json', text);
    },

    updateHealth: (name, apply) =>
      storage.updateDocument(name, 'health.json', (current) =>
        serialize(
          apply(current === undefined ? undefined : parse(healthSchema, name, 'health.json', current)),
        ),
      ),
  };
};
