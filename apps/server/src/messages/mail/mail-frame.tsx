/** @jsxRuntime automatic */
import { directionOf, readableOn } from '@portal/contract';
import { compile } from 'html-to-text';
import { Fragment, type ComponentProps, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Context } from '../message';

/** The colors of mails and of the unsubscribe page, in the light and in the dark color scheme. */
export const light = { page: '#f3f5f7', card: '#ffffff', line: '#d9dfe5', text: '#1c2126', faint: '#5a6570' };
const dark = { page: '#121518', card: '#1d2226', line: '#3b434a', text: '#e9ecef', faint: '#aab4bd' };

/** Repeated with each text: Outlook for Windows passes it on to no table. */
const FONT = 'Segoe UI, -apple-system, Roboto, Helvetica Neue, Arial, sans-serif';

/** Clients without media queries keep the light colors, or darken them on their own. */
const STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: ${dark.page} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; }
  .panel { background-color: ${dark.page} !important; }
  .text, .text a { color: ${dark.text} !important; }
  .faint, .faint a { color: ${dark.faint} !important; }
  .logo { background-color: #ffffff !important; border-radius: 6px !important; padding: 6px !important; }
}
@media (max-width: 600px) {
  td.page { padding: 16px 8px !important; }
  td.card { padding: 16px !important; }
}`;

export const paragraph = {
  margin: '0 0 12px',
  fontFamily: FONT,
  fontSize: 16,
  lineHeight: '24px',
  color: light.text,
};

const styles = {
  heading: { ...paragraph, margin: '0 0 8px', fontSize: 22, lineHeight: '28px' },
  faint: { ...paragraph, fontSize: 14, lineHeight: '20px', color: light.faint },
  card: { backgroundColor: light.card, border: `1px solid ${light.line}`, borderRadius: 8, padding: 24 },
  panel: { backgroundColor: light.page, borderRadius: 6, padding: '12px 16px' },
  // Outlook ignores the padding of links, and only knows its own.
  button: { borderRadius: 6, msoPaddingAlt: '12px 20px' },
  digits: {
    fontFamily: FONT,
    fontSize: 36,
    lineHeight: '48px',
    fontWeight: 700,
    color: light.text,
    // Spaces would be copied with the digits. The indent balances the space after the last one.
    letterSpacing: 6,
    textIndent: 6,
    WebkitUserSelect: 'all' as const,
    userSelect: 'all' as const,
  },
  preview: { display: 'none', maxHeight: 0, overflow: 'hidden', msoHide: 'all' },
  brand: { fontFamily: FONT, fontSize: 18, fontWeight: 700, color: light.text },
  page: { backgroundColor: light.page, padding: '24px 12px', fontFamily: FONT },
};

type Styled = { style?: CSSProperties; children: ReactNode };

/** A table of one cell: the only box that all mail clients draw alike. */
const Box = ({ cell, children, ...table }: ComponentProps<'table'> & { cell?: ComponentProps<'td'> }) => (
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

export const FaintText = ({ style, children }: Styled) => (
  <p className="faint" style={{ ...styles.faint, ...style }}>
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

/** A tinted box in a card, for what the customer came for. */
export const Panel = ({ children, ...cell }: { align?: 'center'; children: ReactNode }) => (
  <Box style={{ marginBottom: 16 }} cell={{ className: 'panel', style: styles.panel, ...cell }}>
    {children}
  </Box>
);

/** The label and the digits of a code; the text part has both on a line, where programs look for codes. */
export const Code = ({ label, children }: { label: string; children: string }) => (
  <Panel align="center">
    <span className="faint" style={styles.faint}>
      {label}
    </span>{' '}
    <div className="text digits" dir="ltr" style={styles.digits}>
      {children}
    </div>
  </Panel>
);

/** The look of a button, in the company's color. */
export const buttonStyle = (color: string): CSSProperties => ({
  display: 'inline-block',
  padding: '12px 20px',
  fontFamily: FONT,
  fontSize: 16,
  fontWeight: 600,
  lineHeight: '20px',
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

/** Mail clients load images neither from relative URLs nor from `data:` URLs, and Gmail and Outlook no SVG. */
const absoluteLogo = ({ brand: { logoUrl }, publicUrl }: Context['config']): string | undefined => {
  const logo = logoUrl && URL.canParse(logoUrl, publicUrl.href) ? new URL(logoUrl, publicUrl) : undefined;
  return logo?.protocol.startsWith('http') && !/\.svgz?$/i.test(logo.pathname) ? logo.href : undefined;
};

const Brand = ({ config }: Pick<Context, 'config'>) => {
  const { name } = config.brand;
  const logo = absoluteLogo(config);
  return logo ? (
    // Styled like the name: many clients show the alternative text until the reader asks for images. Without the
    // priority, React adds a <link> that preloads it.
    <img
      fetchPriority="low"
      className="logo"
      src={logo}
      alt={name}
      height={32}
      style={{ ...styles.brand, display: 'block', height: 32, border: 0 }}
    />
  ) : (
    <span className="text" style={styles.brand}>
      {name}
    </span>
  );
};

/** How to reach the company, as far as the operator has configured it. */
export const Support = ({ config: { brand }, i18n }: Context) => {
  const { email, phone, url } = brand.support;
  const ways = [
    ...(email ? [{ href: `mailto:${email}`, text: email }] : []),
    ...(phone ? [{ href: `tel:${phone.replace(/[^\d+]/g, '')}`, text: phone }] : []),
    ...(url ? [{ href: url, text: i18n.t('Help') }] : []),
  ];
  if (ways.length === 0) return null;
  return (
    <FaintText>
      {i18n.t('Questions?')}
      {ways.map(({ href, text }, index) => (
        <Fragment key={href}>
          {index === 0 ? ' ' : ' · '}
          <TextLink href={href} color={light.faint}>
            <span dir="ltr" style={{ whiteSpace: 'nowrap' }}>
              {text}
            </span>
          </TextLink>
        </Fragment>
      ))}
    </FaintText>
  );
};

const WIDTH = 560;

/** Outlook for Windows ignores `max-width`: it alone reads the table in these comments. */
const inOutlook = (content: ReactNode) =>
  [
    `<!--[if mso]><table role="presentation" align="center" width="${WIDTH}" cellpadding="0" cellspacing="0"><tr><td><![endif]-->`,
    renderToStaticMarkup(content),
    '<!--[if mso]></td></tr></table><![endif]-->',
  ].join('');

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
      {/* Apple's clients would make links of numbers and dates. */}
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>{subject}</title>
      <style>{STYLES}</style>
    </head>
    <body className="page" style={{ backgroundColor: light.page, margin: 0 }}>
      {preview && (
        <div data-skip-in-text="true" style={styles.preview}>
          {preview}
          {/* Keeps clients from filling up the preview with the mail itself. */}
          {'\u00a0\u200c'.repeat(100)}
        </div>
      )}
      <Box
        cell={{
          className: 'page',
          style: styles.page,
          dangerouslySetInnerHTML: {
            __html: inOutlook(
              <Box align="center" style={{ maxWidth: WIDTH }}>
                <Box cell={{ style: { paddingBottom: 16 } }}>
                  <Brand config={config} />
                </Box>
                {children}
              </Box>,
            ),
          },
        }}
      />
    </body>
  </html>
);

const toText = compile({
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    // The preview: its text is in the mail too.
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: 'a[href^="tel:"]', format: 'anchor', options: { ignoreHref: true } },
    { selector: '.digits', format: 'inline' },
    { selector: 'h1', options: { uppercase: false } },
    // Tables are for the layout alone.
    { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ],
});

export const htmlOf = (page: ReactElement) => `<!doctype html>${renderToStaticMarkup(page)}`;

/** Renders a mail. The text is made from the HTML, so that both parts say the same. */
export const renderMail = (mail: ReactElement): { html: string; text: string } => {
  const html = htmlOf(mail);
  return { html, text: `${toText(html)}\n` };
};
