/** A refused release. The message says what is wrong and how to fix it. */
export class ReleaseError extends Error {
  override readonly name: string = 'ReleaseError';
  /** For the command line: the request is wrong, or the storage. */
  readonly kind: 'refused' | 'unreachable' = 'refused';
}

/** The storage of releases is unreachable or unusable; the request itself may be fine. */
export class StorageError extends ReleaseError {
  override readonly name = 'StorageError';
  override readonly kind = 'unreachable';
}
