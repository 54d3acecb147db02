const HARMLESS_TAGS = new Set(
  `A B BLOCKQUOTE BR CAPTION CODE DEL DIV EM H4 H5 H6 HR I IMG INS LI MARK OL P PRE S SMALL SPAN STRIKE STRONG
  SUB SUP TABLE TBODY TD TFOOT TH THEAD TR U UL`.split(/\s+/),
);
const HARMLESS_ATTRIBUTE =
  /^(align|alt|aria-label|colspan|data-withheld-picture|dir|height|href|loading|referrerpolicy|rel|role|rowspan|src|start|style|tabindex|target|title|width)$/;
const HARMLESS_STYLE =
  /^(--given-color|--given-background|font-style|font-weight|text-align|text-decoration)/;
const HARMLESS_ADDRESS =
  /^(?:(?:href|src)=https?:|href=(?:mailto|tel):|src=data:image\/(?:avif|bmp|gif|jpe?g|png|webp|x-icon)[;,])/i;

/** The elements, attributes, styles and URLs that are more than formatting. */
export const dangersIn = (box: ParentNode): string[] =>
  [...box.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
    ...(HARMLESS_TAGS.has(element.tagName) ? [] : [element.tagName]),
    ...[...element.attributes].map(({ name }) => name).filter((name) => !HARMLESS_ATTRIBUTE.test(name)),
    ...Array.from(element.style).filter((property) => !HARMLESS_STYLE.test(property)),
    ...['href', 'src']
      .map((name) => `${name}=${element.getAttribute(name) ?? 'https:'}`)
      .filter((address) => !HARMLESS_ADDRESS.test(address)),
  ]);
