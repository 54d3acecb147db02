import { readEventBody } from '@portal/api/wire';
import { compile, type FormatCallback } from 'html-to-text';
import { oneLine } from '../order-news';
import { shorten } from '../sms/sms';

const LONGEST_EXCERPT = 300;
/** Some ERPs send whole mails as an event. Nesting takes the converter quadratic time. */
const LONGEST_BODY = 100_000;

/** Inline pictures, comments, style sheets, and scripts: large, and often before the first word. */
const WORDLESS =
  /data:\w+\/[\w.+-]+[;,][^"')>]*|<!--(?:(?!<!--)[^])*?-->|<(style|script|svg)\b(?:(?!<\1\b)[^])*?<\/\1\s*>/gi;

const cell: FormatCallback = ({ children }, walk, builder) => {
  walk(children, builder);
  builder.addInline(', ');
};

/** Leaves out pictures, the addresses of links, what no browser shows, and the headings of columns. */
const toWords = compile({
  wordwrap: false,
  formatters: { cell },
  limits: { maxDepth: 100 },
  selectors: [
    ...['img', 'hr', 'title', 'template', 'thead'].map((selector) => ({ selector, format: 'skip' })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr'].map((selector) => ({ selector, format: 'block' })),
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'ul', options: { itemPrefix: ' ' } },
  ],
});

/** An event's body as lines of plain text: a block each, with commas between the cells of a row. */
export const linesOf = (body = ''): string[] => {
  const { html } = readEventBody(body.replace(WORDLESS, '').slice(0, LONGEST_BODY));
  const lines = toWords(html)
    .split(/\n+/)
    .map((line) => oneLine(line).replace(/^(?:,\s*)+|(?:,\s*)+$/g, ''));
  return lines.filter(Boolean);
};

/** The first words of an event's body, as plain text: blocks apart by dots. */
export const excerptOf = (body?: string): string => shorten(linesOf(body).join(' · '), LONGEST_EXCERPT);
