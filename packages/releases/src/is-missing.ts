const NOTHING_THERE: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/** Whether a file system call failed because there is nothing at that path. */
export const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && NOTHING_THERE.includes(error.code);
