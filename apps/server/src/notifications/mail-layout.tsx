/** @jsxRuntime automatic */
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { directionOf } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import type { ReactNode } from 'react';
import type { Config } from '../config';
import { dark, light, readableOn } from './mail-colors';

const FONT = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Clients without media queries keep the light colors, or darken them on their own. */
const STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: ${dark.page} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; }
  .text { color: ${dark.text} !important; }
  .faint, .faint a { color: ${dark.faint} !important; }
  .logo { background-color: #ffffff !important; border-radius: 6px !important; padding: 6px !important; }
}`;

const paragraph = { margin: '0 0 12px', fontSize: 16, lineHeight: '24px' };

export const Heading = ({ children }: { children: ReactNode }) => (
  <h1 className="text" style={{ margin: '0 0 8px', fontSize: 22, lineHeight: '28px', color: light.text }}>
    {children}
  </h1>
);

export const Text = ({ children }: { children: ReactNode }) => (
  <p className="text" style={{ ...paragraph, color: light.text }}>
    {children}
  </p>
);

export const FaintText = ({ children }: { children: ReactNode }) => (
  <p className="faint" style={{ ...paragraph, fontSize: 14, lineHeight: '20px', color: light.faint }}>
    {children}
  </p>
);

export const FaintLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} style={{ color: light.faint, textDecoration: 'underline' }}>
    {children}
  </a>
);

export const Card = ({ children }: { children: ReactNode }) => (
  <Section
    className="card"
    style={{
      backgroundColor: light.card,
      border: `1px solid ${light.line}`,
      borderRadius: 8,
      padding: 24,
      marginBottom: 16,
    }}
  >
    {children}
  </Section>
);

export const ActionButton = ({
  href,
  color,
  children,
}: {
  href: string;
  color: string;
  children: ReactNode;
}) => (
  <Button
    href={href}
    style={{
      backgroundColor: color,
      color: readableOn(color),
      borderRadius: 6,
      padding: '12px 20px',
      fontSize: 16,
      fontWeight: 600,
    }}
  >
    {children}
  </Button>
);

/** Mail clients load images neither from relative URLs nor from `data:` URLs. */
const absoluteLogo = (logoUrl: string | null, publicUrl: URL): string | undefined => {
  const logo = logoUrl && URL.canParse(logoUrl, publicUrl.href) ? new URL(logoUrl, publicUrl) : undefined;
  return logo?.protocol.startsWith('http') ? logo.href : undefined;
};

interface MailLayout {
  config: Pick<Config, 'brand' | 'publicUrl'>;
  i18n: I18n;
  subject: string;
  /** The text that mail clients show beside the subject. */
  preview: string;
  children: ReactNode;
}

/** The layout of every mail that is not a code: the brand, cards, and colors for light and dark clients. */
export const MailLayout = ({
  config: { brand, publicUrl },
  i18n,
  subject,
  preview,
  children,
}: MailLayout) => {
  const logo = absoluteLogo(brand.logoUrl, publicUrl);
  return (
    <Html lang={i18n.language} dir={directionOf(i18n.language)}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{STYLES}</style>
      </Head>
      <Body
        className="page"
        style={{ backgroundColor: light.page, margin: 0, padding: '24px 12px', fontFamily: FONT }}
      >
        <Preview>{preview}</Preview>
        <Container style={{ maxWidth: 560 }}>
          <Section style={{ padding: '0 0 16px' }}>
            {logo ? (
              <img
                className="logo"
                src={logo}
                alt={brand.name}
                height={32}
                style={{ display: 'block', height: 32 }}
              />
            ) : (
              <span className="text" style={{ fontSize: 18, fontWeight: 700, color: light.text }}>
                {brand.name}
              </span>
            )}
          </Section>
          {children}
        </Container>
      </Body>
    </Html>
  );
};
