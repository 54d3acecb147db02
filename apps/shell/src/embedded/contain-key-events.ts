const isTextField = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Windows reports AltGr, the key for third letters on many keyboards, as Ctrl and Alt. */
const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !metaKey && (!ctrlKey || altKey);

const contain = (event: KeyboardEvent): void => {
  if (isTyped(event) && isTextField(event.composedPath()[0])) event.stopPropagation();
};

/** Keeps letters typed into the portal's fields from the page, whose one-key shortcuts would act on them. */
export const containKeyEvents = (box: HTMLElement): void => {
  for (const type of ['keydown', 'keypress', 'keyup'] as const) box.addEventListener(type, contain);
};
