/** The documents beside the versions of a remote. */
export type DocumentName = 'release.json' | 'health.json' | 'failures.json' | 'verifications.json';

/** What is kept beside a version: `<remote>/<version>.<name>`. No address of the portal leads there. */
export const SIDE_FILES = ['maps.json.gz'] as const;
type SideFile = (typeof SIDE_FILES)[number];

/** Subresource Integrity (`sha384-…`) of every file of a version, by its path inside the version. */
export type FileIntegrity = Readonly<Record<string, string>>;

/** A version in the storage. */
interface StoredVersion {
  version: string;
  storedAt: Date;
}

/** What a reader of all documents has to read. */
interface Look {
  names: readonly string[];
  /** The names with a document that may be another one than at the look before. */
  changed: ReadonlySet<string>;
}

/**
 * Looks after all documents.
 * @param unsteady names whose `health.json` matters to the reader at the moment
 */
type LookAfter = (unsteady: Iterable<string>) => Promise<Look>;

/**
 * Stores versions and documents: `<remote>/<version>/…` and `<remote>/release.json`. Their content is opaque here.
 * Every driver passes `release-storage.contract.ts`.
 */
export interface ReleaseStorage {
  /** All names with something in the storage. */
  names(): Promise<string[]>;
  /**
   * Starts to look after all documents, at a cost that does not grow with their size: the first look finds all names
   * changed, a later one those that this interface has changed. What came there otherwise (a backup, a writer that may
   * not write the list of changes) is found in turn, after some more looks.
   */
  lookAfter(): LookAfter;
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
  /** Reads one file of a version; undefined if it does not exist. */
  readFile(name: string, version: string, file: string): Promise<Uint8Array | undefined>;
  /** Keeps something beside a version whose files are stored. */
  putSideFile(name: string, version: string, file: SideFile, content: Uint8Array): Promise<void>;
  /** Reads what is kept beside a version; undefined if nothing is. */
  readSideFile(name: string, version: string, file: SideFile): Promise<Uint8Array | undefined>;
  /**
   * Lists the versions with stored files, interrupted uploads included, in no order. A document need not name them.
   */
  storedVersions(name: string): Promise<StoredVersion[]>;
  /** Removes the files of a version, if it exists, what is kept beside it, and a name without any files left. */
  deleteVersion(name: string, version: string): Promise<void>;
}
