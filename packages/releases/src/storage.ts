/** The documents beside the versions of a remote. */
export type DocumentName = 'release.json' | 'health.json' | 'failures.json';

/** Files kept beside a version: `<remote>/<version>.<name>`. The portal does not serve them. */
export const SIDE_FILES = ['maps.json.gz'] as const;
type SideFile = (typeof SIDE_FILES)[number];

/** Subresource Integrity (`sha384-…`) of every file of a version, by its path inside the version. */
export type FileIntegrity = Readonly<Record<string, string>>;

/** A random mark for each name, which every change of its `release.json` replaces. */
export type Marks = Readonly<Record<string, string>>;

/** A version in the storage. */
interface StoredVersion {
  version: string;
  storedAt: Date;
}

/**
 * Stores versions and documents: `<remote>/<version>/…` and `<remote>/release.json`. Their content is opaque here. Every
 * method rejects with a ReleaseError for a name or version that could lead to another folder. Every driver passes
 * `storage.contract.ts`.
 */
export interface ReleaseStorage {
  /** All names with something in the storage. */
  names(): Promise<string[]>;
  /** Reads `changes.json`. The marks are hints: a writer without permission leaves none. */
  readMarks(): Promise<Marks>;
  /** Reads a document; undefined if it was never written. */
  readDocument(name: string, document: DocumentName): Promise<string | undefined>;
  /**
   * Writes a document by compare-and-swap: `change` gets the current text, and is called again if another writer was
   * faster. Nothing is written if it throws or returns its argument.
   */
  updateDocument(
    name: string,
    document: DocumentName,
    change: (current: string | undefined) => string,
  ): Promise<void>;
  /**
   * Stores the files of a version, completely or not at all for readers. An interrupted call can be repeated; an
   * existing version with the same files stays unchanged.
   * @param directory the folder with the files of `integrity`
   * @param onFile called after each stored file
   * @throws ReleaseError if the version exists with other files, or a file does not match its integrity
   */
  putVersion(
    name: string,
    version: string,
    directory: string,
    integrity: FileIntegrity,
    onFile?: (file: string) => void,
  ): Promise<void>;
  /** Stores one file of a stored version. */
  putFile(name: string, version: string, file: string, content: Uint8Array): Promise<void>;
  /** Lists the stored files of a version. */
  versionFiles(name: string, version: string): Promise<string[]>;
  /** Reads one file of a version; undefined if it does not exist, or no version can have it. */
  readFile(name: string, version: string, file: string): Promise<Uint8Array | undefined>;
  /** Stores a file beside a stored version. */
  putSideFile(name: string, version: string, file: SideFile, content: Uint8Array): Promise<void>;
  /** Reads a file beside a version; undefined if it does not exist. */
  readSideFile(name: string, version: string, file: SideFile): Promise<Uint8Array | undefined>;
  /**
   * Lists the versions with stored files, interrupted uploads included, in no order. A document need not name them.
   */
  storedVersions(name: string): Promise<StoredVersion[]>;
  /** Removes the files of a version and those beside it, if they exist, and a name that has no files left. */
  deleteVersion(name: string, version: string): Promise<void>;
}
