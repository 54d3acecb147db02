import { PAGE_EVENTS } from '@portal/contract';

/** A property of a built-in that has changed: as the page had it, and as it became; undefined is not there. */
export interface Change {
  kept: { object: object; key: PropertyKey; was: PropertyDescriptor | undefined };
  is: PropertyDescriptor | undefined;
}

const found: Change[] = [];

/**
 * Has the page put back the built-ins that have changed. A page of another site has kept none: its scripts change what
 * they like.
 * @returns the changes that nobody has taken out yet
 */
export const undoChanges = (): Change[] => {
  document.dispatchEvent(new CustomEvent(PAGE_EVENTS.builtIns, { detail: found }));
  return found;
};
