import type { ReleaseDocument } from '@portal/contract';

/** Where versions and release documents are kept. A driver keeps the promises of `release-store.contract.ts`. */
export interface ReleaseStore {
  /** The names of everything that was ever published. */
  names(): Promise<string[]>;
  /** The release document of a remote, or undefined when nothing of it was published. */
  read(name: string): Promise<ReleaseDocument | undefined>;
  /**
   * Writes a release document from the one that is there. Two writers never lose an update: `change` always
   * sees what the other wrote.
   */
  update(
    name: string,
    change: (current: ReleaseDocument | undefined) => ReleaseDocument,
  ): Promise<ReleaseDocument>;
  /**
   * Keeps the files of one version, whole or not at all. A version that is there already stays as it is.
   * @param files paths relative to `directory`
   */
  putVersion(name: string, version: string, directory: string, files: readonly string[]): Promise<void>;
}
