import { COLOR_MODES, ROUTINGS, type EmbedOptions } from '../embedding';
import type { EmbedScript } from './embed-script';

/** Attributes of the element, by the property that says the same. */
export const ATTRIBUTES = {
  base: 'base',
  routing: 'routing',
  brand: 'brand',
  colorMode: 'color-mode',
  locale: 'locale',
} as const;

/** An attribute that must be one of some words; another one counts as absent, which the console says. */
const oneOf = <Word extends string>(
  element: Element,
  attribute: string,
  words: readonly Word[],
): Word | undefined => {
  const value = element.getAttribute(attribute);
  const word = words.find((known) => known === value);
  if (value && !word)
    console.warn(`customer-portal: ${attribute} must be one of ${words.join(', ')}, not "${value}".`);
  return word;
};

/** A path as addresses have it, with one slash at its start and none at its end: `//über/` is `/%C3%BCber`. */
const pathOf = (base: string): string =>
  new URL(`/${base.replace(/^[/\\]+/, '')}`, location.origin).pathname.replace(/\/+$/, '');

/** Reads what the page decides from the element's attributes. */
export const readEmbedOptions = (element: Element, { portalUrl, nonce }: EmbedScript): EmbedOptions => ({
  portalUrl,
  base: pathOf(element.getAttribute(ATTRIBUTES.base) ?? ''),
  routing: oneOf(element, ATTRIBUTES.routing, ROUTINGS) ?? 'browser',
  brandName: element.getAttribute(ATTRIBUTES.brand) || undefined,
  colorMode: oneOf(element, ATTRIBUTES.colorMode, COLOR_MODES),
  locale: element.getAttribute(ATTRIBUTES.locale) || undefined,
  nonce: nonce || undefined,
});
