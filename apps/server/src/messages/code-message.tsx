/** @jsxRuntime automatic */
import { Card, MailFrame, renderMail, Text, TextLink } from './mail-frame';
import type { Content, Context } from './message';

const subjectOf = (code: string, { config, i18n }: Context) =>
  i18n.t('{code} is your {brand} access code', { code, brand: config.brand.name });

/** The mail with a code. Its link fills the code in, in the browser that asked. */
export const codeMail = (code: string, context: Context): Content => {
  const { config, i18n } = context;
  const brand = config.brand.name;
  const subject = subjectOf(code, context);
  const heading = i18n.t('Your {brand} access code:', { brand });
  // The part in brackets is the link.
  const [before, link, after] = i18n
    .t('[Fill in the code] in the browser where you asked for it.')
    .split(/[[\]]/);
  const html = renderMail(
    <MailFrame context={context} subject={subject} preview={heading}>
      <Card>
        <Text>{heading}</Text>
        <Text style={{ fontSize: 32, lineHeight: '40px', fontWeight: 700, letterSpacing: 5 }}>{code}</Text>
        <Text>
          {before}
          {/* The fragment is not sent to any server. */}
          <TextLink href={`${config.customerUrl}/login#code=${code}`}>{link}</TextLink>
          {after}
        </Text>
        <Text>
          {i18n.t(
            'It can be used for 10 minutes. {brand} never asks you for it: do not share it. If you did not ask for a code, you can ignore this message.',
            { brand },
          )}
        </Text>
      </Card>
    </MailFrame>,
  );
  return { subject, ...html };
};

/** The text message with a code. Its last line lets browsers fill the code in (WebOTP, origin-bound codes). */
export const codeSms = (code: string, context: Context): Content => {
  const subject = subjectOf(code, context);
  const sentences = context.i18n.t('{subject}. It can be used for 10 minutes. Do not share it.', { subject });
  return { subject, text: `${sentences}\n\n@${context.config.publicUrl.hostname} #${code}` };
};
