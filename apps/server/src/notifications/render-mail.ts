import { convert, type HtmlToTextOptions } from 'html-to-text';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const asText: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    // The preview: its text is in the mail too.
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: 'h1', options: { uppercase: false } },
    // Tables are for the layout alone.
    ...['td', 'th'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
  ],
};

/** Renders a mail. The text is made from the HTML, so that both parts say the same. */
export const renderMail = (mail: ReactElement): { html: string; text: string } => {
  const html = `<!doctype html>${renderToStaticMarkup(mail)}`;
  return { html, text: `${convert(html, asText)}\n` };
};
