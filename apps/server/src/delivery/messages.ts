import { directionOf } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import { escapeHtml } from '../page/html';
import type { Content } from './driver';

/** Who sends a message. */
export interface Sender {
  brand: string;
  /** The host that browsers may fill the code in for. */
  host: string;
  /** The sign-in page. */
  signInUrl: string;
}

const subjectOf = (code: string, { brand }: Sender, i18n: I18n) =>
  i18n.t('{code} is your {brand} access code', { code, brand });

/**
 * The mail with a code. Its link fills the code in, in the browser that asked (docs/decisions/084-sign-in-is-kept.md);
 * the fragment is not sent to any server.
 */
export const codeMail = (code: string, sender: Sender, i18n: I18n): Content => {
  const { brand, signInUrl } = sender;
  const href = `${signInUrl}#code=${code}`;
  const heading = i18n.t('Your {brand} access code:', { brand });
  // The part in brackets is the link.
  const [before = '', link = '', after = ''] = i18n
    .t('[Fill in the code] in the browser where you asked for it.')
    .split(/[[\]]/);
  const advice = i18n.t(
    'It can be used for 10 minutes. {brand} never asks you for it: do not share it. If you did not ask for a code, you can ignore this message.',
    { brand },
  );
  return {
    subject: subjectOf(code, sender, i18n),
    text: `${heading}\n\n${code}\n\n${before}${link}${after}\n${href}\n\n${advice}\n`,
    html: codeHtml({
      code,
      heading,
      link: `${escapeHtml(before)}<a href="${escapeHtml(href)}">${escapeHtml(link)}</a>${escapeHtml(after)}`,
      advice,
      language: i18n.language,
    }),
  };
};

/** The text message with a code. Its last line lets browsers fill the code in (WebOTP, origin-bound codes). */
export const codeSms = (code: string, sender: Sender, i18n: I18n): Content => {
  const subject = subjectOf(code, sender, i18n);
  const words = i18n.t('{subject}. It can be used for 10 minutes. Do not share it.', { subject });
  const text = `${words}\n\n@${sender.host} #${code}`;
  return { subject, text };
};

const codeHtml = ({
  code,
  heading,
  link,
  advice,
  language,
}: {
  code: string;
  heading: string;
  /** HTML. */
  link: string;
  advice: string;
  language: string;
}) => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<body style="font-family: sans-serif; line-height: 1.5; max-width: 30em; margin: 2em auto; padding: 0 1em">
<p>${escapeHtml(heading)}</p>
<p style="font-size: 2em; font-weight: bold; letter-spacing: 0.15em">${code}</p>
<p>${link}</p>
<p>${escapeHtml(advice)}</p>
</body>
</html>
`;
