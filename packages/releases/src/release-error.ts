/** A refused release. The message says what is wrong and how to fix it. */
export class ReleaseError extends Error {
  override readonly name: string = 'ReleaseError';
}

/** The storage of releases is unreachable or unusable; the request itself may be fine. */
export class StorageError extends ReleaseError {
  override readonly name = 'StorageError';
}
