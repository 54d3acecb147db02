import type { MicroFrontend, ReleaseFile } from '@portal/contract';
import { escapeHtml } from './html';

/**
 * Under `strict-dynamic` a hint is used only if nonce, integrity and CORS mode are those of the later request: the
 * shell and webpack ask with both, in the mode that integrity needs.
 */
const tag = (kind: string, { url, integrity }: ReleaseFile, nonce: string): string =>
  `<link ${kind} href="${escapeHtml(url)}" integrity="${integrity}" crossorigin="anonymous" nonce="${nonce}">`;

/** Hints for what a remote is shown with first: its entry, its first chunks and its styles. */
export const preloadTags = ({ url, metadata, extras }: MicroFrontend, nonce: string): string[] => {
  // A file without integrity changes at any time.
  if (extras.local) return [];
  const script = extras.format === 'module' ? 'rel="modulepreload"' : 'rel="preload" as="script"';
  const scripts = [{ url, integrity: metadata.integrity }, ...extras.preload];
  return [
    ...scripts.map((file) => tag(script, file, nonce)),
    ...extras.styles.map((file) => tag('rel="preload" as="style"', file, nonce)),
  ];
};
