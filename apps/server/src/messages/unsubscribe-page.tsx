/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { directionOf, readableOn, type Brand } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import { dark, light } from './mail-frame';

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

/** The inputs of every state of the page. */
interface Frame {
  brand: Brand;
  /** From the Content-Security-Policy of this response. */
  nonce: string;
  /** The preferences screen. */
  preferencesUrl: string;
  i18n: I18n;
}

interface State {
  title: string;
  text: string;
  /** Absent: a link to the preferences. */
  action?: ReactNode;
}

const page = ({ brand, nonce, preferencesUrl, i18n }: Frame, { title, text, action }: State): string =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang={i18n.language} dir={directionOf(i18n.language)}>
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
          <p>{text}</p>
          {action ?? (
            <p>
              <a href={preferencesUrl}>{i18n.t('Change your notifications')}</a>
            </p>
          )}
        </main>
      </body>
    </html>,
  )}`;

/** The texts of the pages, by channel. */
const texts = {
  email: {
    question: /*i18n*/ 'Stop mails about your service orders?',
    stop: /*i18n*/ 'Stop these mails',
    stopped: /*i18n*/ 'You get no more mails about your service orders',
  },
  sms: {
    question: /*i18n*/ 'Stop text messages about your service orders?',
    stop: /*i18n*/ 'Stop these text messages',
    stopped: /*i18n*/ 'You get no more text messages about your service orders',
  },
};

/** Asks for a click first, because mail scanners open every link. */
export const confirmPage = (frame: Frame, channel: keyof typeof texts, contact: string | null): string => {
  const { brand, i18n } = frame;
  return page(frame, {
    title: i18n.t(texts[channel].question),
    text: contact
      ? i18n.t('{brand} sends them to {contact}.', { brand: brand.name, contact })
      : i18n.t('{brand} will send no more of them.', { brand: brand.name }),
    // Without an action, a form is sent to the address of its page.
    action: (
      <form method="post">
        <button type="submit">{i18n.t(texts[channel].stop)}</button>
      </form>
    ),
  });
};

export const stoppedPage = (frame: Frame, channel: keyof typeof texts): string =>
  page(frame, {
    title: frame.i18n.t(texts[channel].stopped),
    text: frame.i18n.t('One-time codes still reach you when you ask for them.'),
  });

export const unknownLinkPage = (frame: Frame): string =>
  page(frame, {
    title: frame.i18n.t('This link does not work'),
    text: frame.i18n.t(
      'It may be incomplete. Copy the whole link from the mail, or sign in and choose what you get.',
    ),
  });
