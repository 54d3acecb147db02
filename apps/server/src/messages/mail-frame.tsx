/** @jsxRuntime automatic */
import { directionOf, readableOn } from '@portal/contract';
import { convert, type HtmlToTextOptions } from 'html-to-text';
import type { CSSProperties, ReactElement, ReactNode, TableHTMLAttributes, TdHTMLAttributes } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Context } from './message';

/** The colors of mails and of the unsubscribe page, in the light and in the dark color scheme. */
export const light = { page: '#f3f5f7', card: '#ffffff', line: '#d9dfe5', text: '#1c2126', faint: '#5a6570' };
const dark = { page: '#121518', card: '#1d2226', line: '#3b434a', text: '#e9ecef', faint: '#aab4bd' };

/** Clients without media queries keep the light colors, or darken them on their own. */
const STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: ${dark.page} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; }
  .text, .text a { color: ${dark.text} !important; }
  .faint, .faint a { color: ${dark.faint} !important; }
  .logo { background-color: #ffffff !important; border-radius: 6px !important; padding: 6px !important; }
}`;

const paragraph = { margin: '0 0 12px', fontSize: 16, lineHeight: '24px', color: light.text };

const styles = {
  heading: { margin: '0 0 8px', fontSize: 22, lineHeight: '28px', color: light.text },
  faint: { ...paragraph, fontSize: 14, lineHeight: '20px', color: light.faint },
  card: { backgroundColor: light.card, border: `1px solid ${light.line}`, borderRadius: 8, padding: 24 },
  // Outlook ignores the padding of links, and only knows its own.
  button: { borderRadius: 6, msoPaddingAlt: '12px 20px' },
  brand: { fontSize: 18, fontWeight: 700, color: light.text },
  page: {
    backgroundColor: light.page,
    padding: '24px 12px',
    fontFamily: "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  },
};

type Styled = { style?: CSSProperties; children: ReactNode };

type Attributes = TableHTMLAttributes<HTMLTableElement>;

/** A table of one cell: the only box that all mail clients draw alike. */
const Box = ({
  cell,
  children,
  ...table
}: Attributes & { cell?: TdHTMLAttributes<HTMLTableCellElement> }) => (
  <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} {...table}>
    <tbody>
      <tr>
        <td {...cell}>{children}</td>
      </tr>
    </tbody>
  </table>
);

export const Heading = ({ children }: Styled) => (
  <h1 className="text" style={styles.heading}>
    {children}
  </h1>
);

export const Text = ({ style, children }: Styled) => (
  <p className="text" style={{ ...paragraph, ...style }}>
    {children}
  </p>
);

export const FaintText = ({ children }: Styled) => (
  <p className="faint" style={styles.faint}>
    {children}
  </p>
);

/** A link in a text, in the text's color. */
export const TextLink = ({
  href,
  color = light.text,
  children,
}: { href: string; color?: string } & Styled) => (
  <a href={href} style={{ color, textDecoration: 'underline' }}>
    {children}
  </a>
);

export const Card = ({ children }: Styled) => (
  <Box style={{ marginBottom: 16 }} cell={{ className: 'card', style: styles.card }}>
    {children}
  </Box>
);

/** The look of a button, in the company's color. */
export const buttonStyle = (color: string): CSSProperties => ({
  display: 'inline-block',
  padding: '12px 20px',
  fontFamily: 'inherit',
  fontSize: 16,
  fontWeight: 600,
  lineHeight: '19px',
  textDecoration: 'none',
  border: 0,
  borderRadius: 6,
  backgroundColor: color,
  color: readableOn(color),
});

/** A link that looks like a button. */
export const ActionButton = ({ href, color, children }: { href: string; color: string } & Styled) => (
  <Box width="auto" cell={{ style: { ...styles.button, backgroundColor: color } }}>
    <a href={href} style={buttonStyle(color)}>
      {children}
    </a>
  </Box>
);

/** Mail clients load images neither from relative URLs nor from `data:` URLs. */
const absoluteLogo = ({ brand: { logoUrl }, publicUrl }: Context['config']): string | undefined => {
  const logo = logoUrl && URL.canParse(logoUrl, publicUrl.href) ? new URL(logoUrl, publicUrl) : undefined;
  return logo?.protocol.startsWith('http') ? logo.href : undefined;
};

const Brand = ({ config }: Pick<Context, 'config'>) => {
  const { name } = config.brand;
  const logo = absoluteLogo(config);
  return logo ? (
    <img className="logo" src={logo} alt={name} height={32} style={{ display: 'block', height: 32 }} />
  ) : (
    <span className="text" style={styles.brand}>
      {name}
    </span>
  );
};

interface MailFrame {
  context: Context;
  subject: string;
  /** The text that mail clients show beside the subject. */
  preview?: string;
  children: ReactNode;
}

/** The frame of every mail and of the unsubscribe page: the brand, and colors for light and dark clients. */
export const MailFrame = ({ context: { config, i18n }, subject, preview, children }: MailFrame) => (
  <html lang={i18n.language} dir={directionOf(i18n.language)}>
    <head>
      <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="x-apple-disable-message-reformatting" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>{subject}</title>
      <style>{STYLES}</style>
    </head>
    <body className="page" style={{ backgroundColor: light.page, margin: 0 }}>
      {preview && (
        <div data-skip-in-text="true" style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>
          {preview}
          {/* Keeps clients from filling up the preview with the mail itself. */}
          {'\u00a0\u200c'.repeat(100)}
        </div>
      )}
      <Box cell={{ className: 'page', style: styles.page }}>
        <Box align="center" style={{ maxWidth: 560 }}>
          <Box cell={{ style: { paddingBottom: 16 } }}>
            <Brand config={config} />
          </Box>
          {children}
        </Box>
      </Box>
    </body>
  </html>
);

const asText: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    // The preview: its text is in the mail too.
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: 'h1', options: { uppercase: false } },
    // Tables are for the layout alone.
    { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ],
};

export const htmlOf = (page: ReactElement) => `<!doctype html>${renderToStaticMarkup(page)}`;

/** Renders a mail. The text is made from the HTML, so that both parts say the same. */
export const renderMail = (mail: ReactElement): { html: string; text: string } => {
  const html = htmlOf(mail);
  return { html, text: `${convert(html, asText)}\n` };
};
