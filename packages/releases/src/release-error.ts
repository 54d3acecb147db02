/** A release that cannot be made as asked. The message says what is wrong and what to do next. */
export class ReleaseError extends Error {
  override readonly name: string = 'ReleaseError';
}

/** Where releases are kept cannot be reached or used; that says nothing about what was asked. */
export class StorageError extends ReleaseError {
  override readonly name = 'StorageError';
}
