import { LOOK_PROPERTIES, type EmbedLook } from '@portal/contract';
import { ATTRIBUTES } from '@portal/embed';
import { COLOR_MODES, ROUTINGS, type EmbedOptions } from './contract';
import type { EmbedScript } from './embed-script';

const HEADING_LEVELS = ['1', '2', '3', '4', '5'] as const;

/** Reads an attribute with fixed values. An unknown value counts as absent, and is reported on the console. */
const oneOf = <Word extends string>(
  element: Element,
  attribute: string,
  words: readonly Word[],
): Word | undefined => {
  const value = element.getAttribute(attribute);
  const word = words.find((candidate) => candidate === value);
  if (value && !word)
    console.warn(`customer-portal: ${attribute} must be one of ${words.join(', ')}, not "${value}".`);
  return word;
};

/** The URL of the portal that the element names, without a trailing slash. */
const portalOf = (element: Element): string | undefined => {
  const value = element.getAttribute(ATTRIBUTES.portal);
  if (!value) return undefined;
  try {
    const { origin, pathname } = new URL(value, document.baseURI);
    return origin + pathname.replace(/\/+$/, '');
  } catch {
    console.warn(`customer-portal: portal must be a URL, not "${value}".`);
    return undefined;
  }
};

/** Normalizes a path: encoded, one slash at its start, none at its end. `//über/` becomes `/%C3%BCber`. */
const pathOf = (base: string): string =>
  new URL(`/${base.replace(/^[/\\]+/, '')}`, 'https://page.invalid').pathname.replace(/\/+$/, '');

/** The level that a screen's `h1` has among the headings of the page; 1 by default. */
export const readHeadingLevel = (element: Element): number =>
  Number(oneOf(element, ATTRIBUTES.headingLevel, HEADING_LEVELS) ?? 1);

/** Reads the look that the page has set on the element; undefined if it has set none. */
const readEmbedLook = (element: Element): EmbedLook | undefined => {
  const styles = getComputedStyle(element);
  const values = LOOK_PROPERTIES.flatMap((name) => {
    const value = styles.getPropertyValue(`--portal-${name}`).trim();
    return value ? [[name, value] as const] : [];
  });
  const isHosts = oneOf(element, ATTRIBUTES.appearance, ['host']) !== undefined;
  return isHosts || values.length > 0 ? { values: Object.fromEntries<string>(values), isHosts } : undefined;
};

/** Reads the element's attributes. */
export const readEmbedOptions = (element: Element, { portalUrl, nonce }: EmbedScript): EmbedOptions => ({
  portalUrl: portalOf(element) ?? portalUrl,
  base: pathOf(element.getAttribute(ATTRIBUTES.base) ?? ''),
  routing: oneOf(element, ATTRIBUTES.routing, ROUTINGS) ?? 'browser',
  brandName: element.getAttribute(ATTRIBUTES.brand) || undefined,
  colorMode: oneOf(element, ATTRIBUTES.colorMode, COLOR_MODES),
  locale: element.getAttribute(ATTRIBUTES.locale) || undefined,
  look: readEmbedLook(element),
  nonce: nonce || undefined,
});
