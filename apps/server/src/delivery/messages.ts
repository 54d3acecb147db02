import { escapeHtml } from '../page/html';
import type { Leased } from './outbox-store';
import type { Message } from './driver';

/** Who writes: the brand, and the host that a browser may fill the code in for. */
export interface Sender {
  brand: string;
  host: string;
}

/** The message that carries a code. The last line of the text message is WebOTP's: origin-bound one-time codes. */
export const codeMessage = ({ id, channel, recipient, code }: Leased, { brand, host }: Sender): Message => {
  const subject = `${code} is your ${brand} access code`;
  const advice = `It can be used for 10 minutes. ${brand} never asks you for it: do not share it. If you did not ask for a code, you can ignore this message.`;
  const text =
    channel === 'sms'
      ? `${subject}. It can be used for 10 minutes. Do not share it.\n\n@${host} #${code}`
      : `Your ${brand} access code:\n\n${code}\n\n${advice}\n`;
  return { id, to: recipient, subject, text, html: codeHtml({ code, brand, advice }) };
};

const codeHtml = ({
  code,
  brand,
  advice,
}: {
  code: string;
  brand: string;
  advice: string;
}) => `<!doctype html>
<html lang="en">
<body style="font-family: sans-serif; line-height: 1.5; max-width: 30em; margin: 2em auto; padding: 0 1em">
<p>Your ${escapeHtml(brand)} access code:</p>
<p style="font-size: 2em; font-weight: bold; letter-spacing: 0.15em">${code}</p>
<p>${escapeHtml(advice)}</p>
</body>
</html>
`;
