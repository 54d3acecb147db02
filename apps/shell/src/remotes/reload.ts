import type { MicroFrontend } from '@portal/contract';

const keyOf = ({ metadata, extras }: MicroFrontend): string =>
  `portal-reloaded:${extras.descriptor.name}@${metadata.version}`;

/**
 * Whether this tab was reloaded for the sake of this version before: a second reload would change nothing. A
 * browser that keeps nothing says no, and asks its customer again; it never reloads by itself.
 */
export const wasReloadedFor = (version: MicroFrontend): boolean => {
  try {
    return sessionStorage.getItem(keyOf(version)) !== null;
  } catch {
    return false;
  }
};

/** Reloads the page, to get another version than this one, and remembers that it was. */
export const reloadFor = (version: MicroFrontend): void => {
  try {
    sessionStorage.setItem(keyOf(version), 'yes');
  } catch {
    // What is not remembered is asked again, after the reload.
  }
  location.reload();
};
