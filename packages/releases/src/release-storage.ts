/** A document beside the versions of a remote: what is released, and how its versions fare in browsers. */
export type DocumentName = 'release.json' | 'health.json';

/** Subresource Integrity (`sha384-…`) of every file of a version, by its path inside the version. */
export type FileIntegrity = Readonly<Record<string, string>>;

/** One version, as it was found in the storage. */
export interface StoredVersion {
  version: string;
  /** When it was put there. */
  storedAt: Date;
}

/**
 * Where versions and documents are kept: `<remote>/<version>/…` and `<remote>/release.json`. It knows nothing of
 * what is in them. Every driver keeps the promises of `release-storage.contract.ts`.
 */
export interface ReleaseStorage {
  /** The names of everything of which something is stored; what was refused leaves none. */
  names(): Promise<string[]>;
  /** A document as it is now, or undefined when it was never written. */
  readDocument(name: string, document: DocumentName): Promise<string | undefined>;
  /**
   * Writes a document from the one that is there. Two writers never lose an update: `change` always sees what the
   * other wrote, and may be called again for that. Nothing is written when it throws, or gives back what it got.
   */
  updateDocument(
    name: string,
    document: DocumentName,
    change: (current: string | undefined) => string,
  ): Promise<void>;
  /**
   * Keeps the files of one version. When it has ended the version is whole; when it was broken off it can be repeated
   * with the same files. A version that is there already with the same files stays as it is.
   * @param directory where the files are, under the paths of `integrity`
   * @param onFile is told of each file when it has been stored
   * @throws ReleaseError when that version is there with other files, or a file is not what its integrity says
   */
  putVersion(
    name: string,
    version: string,
    directory: string,
    integrity: FileIntegrity,
    onFile?: (file: string) => void,
  ): Promise<void>;
  /** The content of one file of a version, or undefined when there is no such file. */
  readFile(name: string, version: string, file: string): Promise<Uint8Array | undefined>;
  /**
   * The versions whose files are there, or those of an upload that was broken off; in no order, whether or not a
   * document names them.
   */
  storedVersions(name: string): Promise<StoredVersion[]>;
  /** Removes the files of a version; one that is not there is fine. A name of which nothing is left is gone. */
  deleteVersion(name: string, version: string): Promise<void>;
}
