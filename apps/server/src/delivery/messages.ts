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

const subjectOf = (code: string, { brand }: Sender) => `${code} is your ${brand} access code`;

/**
 * The mail with a code. Its link fills the code in, in the browser that asked (docs/decisions/084-sign-in-is-kept.md);
 * the fragment is not sent to any server.
 */
export const codeMail = (code: string, sender: Sender): Content => {
  const { brand, signInUrl } = sender;
  const link = { href: `${signInUrl}#code=${code}`, text: 'Fill in the code' };
  const purpose = 'in the browser where you asked for it.';
  const advice = `It can be used for 10 minutes. ${brand} never asks you for it: do not share it. If you did not ask for a code, you can ignore this message.`;
  return {
    subject: subjectOf(code, sender),
    text: `Your ${brand} access code:\n\n${code}\n\n${link.text} ${purpose}\n${link.href}\n\n${advice}\n`,
    html: codeHtml({ code, brand, link, purpose, advice }),
  };
};

/** The text message with a code. Its last line lets browsers fill the code in (WebOTP, origin-bound codes). */
export const codeSms = (code: string, sender: Sender): Content => {
  const subject = subjectOf(code, sender);
  const text = `${subject}. It can be used for 10 minutes. Do not share it.\n\n@${sender.host} #${code}`;
  return { subject, text };
};

const codeHtml = ({
  code,
  brand,
  link,
  purpose,
  advice,
}: {
  code: string;
  brand: string;
  link: { href: string; text: string };
  purpose: string;
  advice: string;
}) => `<!doctype html>
<html lang="en">
<body style="font-family: sans-serif; line-height: 1.5; max-width: 30em; margin: 2em auto; padding: 0 1em">
<p>Your ${escapeHtml(brand)} access code:</p>
<p style="font-size: 2em; font-weight: bold; letter-spacing: 0.15em">${code}</p>
<p><a href="${escapeHtml(link.href)}">${link.text}</a> ${purpose}</p>
<p>${escapeHtml(advice)}</p>
</body>
</html>
`;
