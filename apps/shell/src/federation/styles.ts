import type { ReleaseFile } from '@portal/contract';
import { insertFile, linkTo, type LoadTarget } from './page-file';

/**
 * Puts the styles of a remote into the page, and waits until all are in force.
 * @throws LoadFailure
 */
export const insertStyles = async (
  files: readonly ReleaseFile[],
  { nonce, styles }: LoadTarget,
): Promise<void> => {
  await Promise.all(
    files.map((file) => insertFile(linkTo('stylesheet', file.url, nonce), file, 'style', styles)),
  );
};

/**
 * Takes the styles of a version out of the page, also those that its build brought by itself.
 * @param entry the address of its entry, in whose folder they are
 */
export const removeStyles = (entry: string, { styles }: LoadTarget): void => {
  const folder = new URL('.', new URL(entry, location.href)).href;
  for (const link of styles.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (link.href.startsWith(folder)) link.remove();
};
