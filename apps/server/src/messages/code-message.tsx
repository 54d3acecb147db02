/** @jsxRuntime automatic */
import { dateFormat } from '@portal/api/wire';
import { countryName, deviceName } from '../platform/http/device';
import { ActionButton, Card, Code, FaintText, MailFrame, renderMail, Support, Text } from './mail/mail-frame';
import type { Content, Context, RequestedCode } from './message';
import { gsmText } from './sms/sms';

const subjectOf = (code: string, { config, i18n }: Context) =>
  i18n.t('{code} is your {brand} access code', { code, brand: config.brand.name });

/** "Chrome on Windows · Germany · 10:42 AM GMT+1", as far as it is known. The reader may be in another time zone. */
const requestOf = ({ device, requestedAt }: RequestedCode, { config, i18n }: Context): string => {
  const { timeZone } = config.brand;
  const clock = { hour: 'numeric', minute: '2-digit', timeZone, timeZoneName: 'short' } as const;
  const time = dateFormat(i18n.language, clock).format(requestedAt);
  return [deviceName(device, i18n), countryName(device, i18n), time].filter(Boolean).join(' · ');
};

/** The mail with a code. Its link fills the code in, in the browser that asked. */
export const codeMail = (requested: RequestedCode, context: Context): Content => {
  const { config, i18n } = context;
  const { code } = requested;
  const brand = config.brand.name;
  const subject = subjectOf(code, context);
  const request = i18n.t('Requested: {request}', { request: requestOf(requested, context) });
  const html = renderMail(
    <MailFrame context={context} subject={subject} preview={request}>
      <Card>
        <Code label={i18n.t('Your {brand} access code is', { brand })}>{code}</Code>
        <Text>{i18n.t('It can be used for 10 minutes, in the browser where you asked for it.')}</Text>
        <FaintText>{request}</FaintText>
        {/* The fragment is not sent to any server. */}
        <ActionButton href={`${config.customerUrl}/login#code=${code}`} color={config.brand.primaryColor}>
          {i18n.t('Fill in the code')}
        </ActionButton>
      </Card>
      <Text>
        {i18n.t(
          'Not you? Ignore this email: nobody can sign in without the code. Never share it. {brand} never asks you for it.',
          { brand },
        )}
      </Text>
      <Support {...context} />
    </MailFrame>,
  );
  return { subject, replyTo: config.brand.support.email, ...html };
};

/** The text message with a code. Its last line lets browsers fill the code in (WebOTP, origin-bound codes). */
export const codeSms = ({ code }: RequestedCode, context: Context): Content => {
  const subject = subjectOf(code, context);
  const sentences = context.i18n.t('{subject}. It can be used for 10 minutes. Do not share it.', { subject });
  return { subject, text: gsmText(`${sentences}\n\n@${context.config.publicUrl.hostname} #${code}`) };
};
