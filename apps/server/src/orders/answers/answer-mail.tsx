/** @jsxRuntime automatic */
import { dateFormat } from '@portal/api/wire';
import { Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  Card,
  FaintText,
  Heading,
  MailFrame,
  renderMail,
  Text,
  TextLink,
} from '../../messages/mail/mail-frame';
import type { Content, Context } from '../../messages/message';
import { oneLine } from '../../messages/order-news';
import type { Config } from '../../platform/config/config';
import { messageI18n } from '../../platform/language/languages';
import type { Answer } from './delivery-store';

/** Where the company gets a file. */
type LinkTo = (file: string) => string;

/** The company reads the first of the portal's languages. */
export const companyContext = (config: Config): Context => ({
  config,
  i18n: messageI18n(null, config.languages),
});

export const subjectOf = ({ orderNbr, question, asked, label }: Answer, { i18n }: Context): string => {
  if (question === null) return i18n.t('Message about order {number}', { number: orderNbr });
  const subject = i18n.t('Answer about order {number}', { number: orderNbr });
  return oneLine([subject, [asked, label].filter(Boolean).join(' → ')].filter(Boolean).join(': '));
};

const momentOf = ({ at }: Answer, { config, i18n }: Context): string =>
  dateFormat(i18n.language, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: config.brand.timeZone,
  }).format(at);

/** What the company reads of an answer, line by line. */
const linesOf = (answer: Answer, context: Context): readonly (readonly [label: string, text: string])[] => {
  const { i18n } = context;
  const contact = [answer.name, answer.email, answer.phone].filter(Boolean).join(', ');
  const order = [answer.orderNbr, answer.description].filter(Boolean).join(', ');
  const lines: (readonly [string, string | null])[] = [
    [i18n.t('Question'), answer.asked],
    [i18n.t('Chosen answer'), answer.label],
    [i18n.t('Message'), answer.message],
    [i18n.t('Order'), order],
    [i18n.t('Customer'), contact],
    [i18n.t('Sent'), momentOf(answer, context)],
  ];
  return lines.flatMap(([label, text]) => (text ? [[label, text] as const] : []));
};

/** A text with its line breaks, which styles alone would not keep in plain text. */
const Lines = ({ children }: { children: string }) =>
  children.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));

/** An answer as HTML for the system that its order comes from. */
export const answerHtml = (answer: Answer, context: Context, linkTo: LinkTo): string =>
  renderToStaticMarkup(
    <>
      {linesOf(answer, context).map(([label, text]) => (
        <p key={label}>
          <b>{`${label}: `}</b>
          <Lines>{text}</Lines>
        </p>
      ))}
      {answer.files.map(({ id, name }) => (
        <p key={id}>
          <a href={linkTo(id)}>{name}</a>
        </p>
      ))}
    </>,
  );

/** The mail with an answer. Replying to it writes to the customer. @param linked the files that are not attached */
export const answerMail = (
  answer: Answer,
  linked: Answer['files'],
  context: Context,
  linkTo: LinkTo,
): Content => {
  const { i18n } = context;
  const subject = subjectOf(answer, context);
  return {
    subject,
    replyTo: answer.email ?? undefined,
    ...renderMail(
      <MailFrame context={context} subject={subject}>
        <Card>
          <Heading>{subject}</Heading>
          {linesOf(answer, context).map(([label, text]) => (
            <div key={label}>
              <FaintText style={{ margin: 0 }}>{label}</FaintText>
              <Text style={{ overflowWrap: 'anywhere' }}>
                <bdi>
                  <Lines>{text}</Lines>
                </bdi>
              </Text>
            </div>
          ))}
          {linked.length > 0 && <FaintText>{i18n.t('Files, to download within a week:')}</FaintText>}
          {linked.map(({ id, name }) => (
            <Text key={id}>
              <TextLink href={linkTo(id)}>{name}</TextLink>
            </Text>
          ))}
        </Card>
      </MailFrame>,
    ),
  };
};
