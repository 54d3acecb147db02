/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Brand } from '@portal/contract';
import { dark, light, readableOn } from './mail-colors';

const stylesOf = ({ primaryColor }: Brand) => `
:root { color-scheme: light dark; }
body { margin: 0; padding: 48px 16px; background: ${light.page}; color: ${light.text};
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { box-sizing: border-box; max-width: 480px; margin: 0 auto; padding: 24px; background: ${light.card}; border: 1px solid ${light.line}; border-radius: 8px; }
header { max-width: 480px; margin: 0 auto 16px; font-size: 18px; font-weight: 700; }
header img { display: block; height: 32px; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 28px; }
p { margin: 0 0 16px; }
p:last-child { margin: 0; }
a { color: inherit; }
button { font: inherit; font-weight: 600; padding: 12px 20px; border: 0; border-radius: 6px; cursor: pointer;
  background: ${primaryColor}; color: ${readableOn(primaryColor)}; }
:focus-visible { outline: 3px solid currentColor; outline-offset: 3px; }
@media (prefers-color-scheme: dark) {
  body { background: ${dark.page}; color: ${dark.text}; }
  main { background: ${dark.card}; border-color: ${dark.line}; }
  header img { background: #fff; border-radius: 6px; padding: 6px; }
}`;

/** What every state of the page needs. */
interface Frame {
  brand: Brand;
  /** From the Content-Security-Policy of this answer. */
  nonce: string;
  /** The preferences screen. */
  preferencesUrl: string;
}

const page = ({ brand, nonce }: Frame, title: string, content: ReactNode): string =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} – ${brand.name}`}</title>
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: stylesOf(brand) }} />
      </head>
      <body>
        <header>{brand.logoUrl ? <img src={brand.logoUrl} alt={brand.name} /> : brand.name}</header>
        <main>
          <h1>{title}</h1>
          {content}
        </main>
      </body>
    </html>,
  )}`;

/** What a channel's messages are called. */
const nouns = { email: 'mails', sms: 'text messages' };

type Noun = keyof typeof nouns;

/** Asks first: mail scanners open every link. */
export const confirmPage = (frame: Frame, channel: Noun, contact: string | null): string =>
  page(
    frame,
    `Stop ${nouns[channel]} about your service orders?`,
    <>
      <p>
        {contact
          ? `${frame.brand.name} sends them to ${contact}.`
          : `${frame.brand.name} will send no more of them.`}
      </p>
      {/* Without an action, a form is sent to the address of its page. */}
      <form method="post">
        <button type="submit">{`Stop these ${nouns[channel]}`}</button>
      </form>
    </>,
  );

export const stoppedPage = (frame: Frame, channel: Noun): string =>
  page(
    frame,
    `You get no more ${nouns[channel]} about your service orders`,
    <>
      <p>One-time codes still reach you when you ask for them.</p>
      <p>
        <a href={frame.preferencesUrl}>Change your notifications</a>
      </p>
    </>,
  );

export const unknownLinkPage = (frame: Frame): string =>
  page(
    frame,
    'This link does not work',
    <>
      <p>It may be incomplete. Copy the whole link from the mail, or sign in and choose what you get.</p>
      <p>
        <a href={frame.preferencesUrl}>Change your notifications</a>
      </p>
    </>,
  );
