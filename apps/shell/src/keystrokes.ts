const isTextField = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** AltGr, by which many keyboards have their third letters, is Ctrl and Alt to Windows. */
const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !metaKey && (!ctrlKey || altKey);

const keep = (event: KeyboardEvent): void => {
  if (isTyped(event) && isTextField(event.composedPath()[0])) event.stopPropagation();
};

/**
 * Keeps letters that are typed into a field of the portal from the page around it: there the event seems to come from
 * the element, which is no field, so that a page with shortcuts of one key would act on each.
 */
export const keepKeystrokes = (box: HTMLElement): void => {
  for (const type of ['keydown', 'keypress', 'keyup'] as const) box.addEventListener(type, keep);
};
