const HARMLESS_TAGS = new Set(
  `A B BLOCKQUOTE BR CAPTION CENTER CODE DD DEL DIV DL DT EM FONT H4 HR I IMG INS LI MARK OL P PRE S SMALL SPAN
  STRIKE STRONG SUB SUP TABLE TBODY TD TFOOT TH THEAD TR U UL`.split(/\s+/),
);
const HARMLESS_ATTRIBUTE =
  /^(align|alt|aria-label|border|cellpadding|cellspacing|colspan|data-plain|data-sheet|data-withheld-picture|dir|height|href|lang|loading|referrerpolicy|rel|reversed|role|rowspan|src|start|style|tabindex|target|title|type|valign|value|width)$/;
const HARMLESS_STYLE =
  /^(--given-color|background-color|border-(bottom|collapse|left|radius|right|top)|display|font-style|font-weight|padding|text-align|text-decoration|vertical-align)/;
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
