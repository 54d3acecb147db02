import type { ReleaseFile } from '@portal/contract';
import { insertFile } from './page-file';

const stylesheet = (url: string, nonce: string): HTMLLinkElement => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  link.nonce = nonce;
  return link;
};

/**
 * Puts the styles of a remote into the page, before its first screen.
 * @param nonce of the page's policy
 * @returns `arrived`, when all are in force; it rejects with a LoadFailure. `remove` takes them out again
 */
export const insertStyles = (
  files: readonly ReleaseFile[],
  nonce: string,
): { arrived: Promise<unknown>; remove: () => void } => {
  const styles = files.map((file) => ({ file, link: stylesheet(file.url, nonce) }));
  return {
    arrived: Promise.all(styles.map(({ file, link }) => insertFile(link, file, 'style'))),
    remove: () => styles.forEach(({ link }) => link.remove()),
  };
};
