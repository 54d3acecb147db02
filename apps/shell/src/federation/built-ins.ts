import { PAGE_EVENTS } from '@portal/contract';

/**
 * A changed property of a built-in: `kept.was` is the page's own descriptor, `is` the changed one; undefined if absent.
 */
export interface Change {
  kept: { object: object; key: PropertyKey; was: PropertyDescriptor | undefined };
  is: PropertyDescriptor | undefined;
}

const found: Change[] = [];

/**
 * Restores changed built-ins, by an event to a script of the portal's own page. An embedder's page has no such script,
 * so nothing is restored there.
 * @returns the list of restored changes; the caller removes those that it handles
 */
export const undoChanges = (): Change[] => {
  document.dispatchEvent(new CustomEvent(PAGE_EVENTS.builtIns, { detail: found }));
  return found;
};
