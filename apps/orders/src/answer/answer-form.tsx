import {
  ANSWER_LIMITS,
  hasBegun,
  isClientError,
  serverMessage,
  useAnswerOrder,
  type Answer,
  type Asks,
} from '@portal/api';
import { Box, Button, Typography, useBrand } from '@portal/theme';
import { useRef, useState, type RefCallback, type SubmitEvent } from 'react';
import type { Sending } from '../order/sending';
import { isTooLate } from '../order/upcoming';
import { useI18n } from '../texts';
import { useNow } from '../values/date-value';
import { AttachedFiles } from './attached-files';
import { Choices } from './choices';
import { useAnswerDraft, type Draft } from './draft';
import { useUploads } from './uploads';

interface AnswerFormProps {
  orderNbr: string;
  /** The question; undefined for a message that nobody asked for. */
  asks?: Asks | undefined;
  onSending: (sending: Sending) => void;
}

/** What a question takes now. Without choices, a text answers it. Nobody can choose an offered visit that has begun. */
const useFields = (asks: Asks | undefined) => {
  const now = useNow();
  const { timeZone } = useBrand();
  const choices = (asks?.choices ?? []).map((choice) => ({
    ...choice,
    isOver: hasBegun(choice.at, now, timeZone),
  }));
  const isOver = isTooLate({ choices }, now, timeZone);
  return {
    choices,
    isOver,
    takesText: !isOver && (!asks || asks.text || choices.length === 0),
    takesFiles: !isOver && (!asks || asks.files),
  };
};

/** The call for a draft. A choice or field that the question no longer has is left out. */
const answerOf = (
  serviceOrderNbr: string,
  asks: Asks | undefined,
  draft: Draft,
  { choices, takesText, takesFiles }: ReturnType<typeof useFields>,
): Answer => {
  const text = takesText ? draft.text.trim() : '';
  const files = takesFiles ? draft.files : [];
  return {
    serviceOrderNbr,
    key: draft.key,
    ...(asks && { question: asks.id }),
    ...(asks?.revision && { revision: asks.revision }),
    ...(choices.some(({ id, isOver }) => id === draft.choice && !isOver) && { choice: draft.choice }),
    ...(text && { text }),
    ...(files.length > 0 && { files: files.map(({ id }) => id) }),
  };
};

/** Sends an answer, and says how that ended. */
const useSend = (asks: Asks | undefined, forget: () => void, onSending: AnswerFormProps['onSending']) => {
  const i18n = useI18n();
  const { mutateAsync, isPending } = useAnswerOrder();
  const isSending = useRef(false);
  const sentence = asks ? i18n.t('Your answer has been sent.') : i18n.t('Your message has been sent.');

  const endOf = async (answer: Answer): Promise<Omit<Sending, 'asks'>> => {
    try {
      const { success, message } = await mutateAsync(answer);
      const text = message ?? i18n.t('This could not be sent.');
      if (!success) return { outcome: { severity: 'error', text }, isRefused: true };
      forget();
      return { outcome: { severity: 'success', text: message ?? sentence } };
    } catch (error) {
      const refusal = isClientError(error) ? serverMessage(error) : undefined;
      const text = refusal ?? i18n.t('This was not sent. What you entered is kept: please send it again.');
      return { outcome: { severity: 'error', text }, isRefused: refusal !== undefined };
    }
  };
  const send = async (answer: Answer): Promise<void> => {
    // `isPending` changes with the next render, and a second press can come before it.
    if (isSending.current) return;
    isSending.current = true;
    onSending({ asks });
    onSending({ asks, ...(await endOf(answer)) });
    isSending.current = false;
  };
  return { send, isPending };
};

/** Answers a question, or takes a message about an order. */
export const AnswerForm = ({ orderNbr, asks, onSending }: AnswerFormProps) => {
  const i18n = useI18n();
  const { draft, change, forget } = useAnswerDraft(orderNbr, asks);
  const [problem, setProblem] = useState<string>();
  const edit = (changeOf: Parameters<typeof change>[0]) => {
    change(changeOf);
    setProblem(undefined);
  };
  const uploads = useUploads((file) => edit(({ files }) => ({ files: [...files, file] })));
  const fields = useFields(asks);
  const { choices, isOver, takesText, takesFiles } = fields;
  const { send, isPending } = useSend(asks, forget, onSending);

  const answerLabel = choices.length > 0 ? i18n.t('A note (optional)') : i18n.t('Your answer');
  const textLabel = asks ? answerLabel : i18n.t('Your message');

  const problemOf = ({ choice, text, files }: Answer): string | undefined => {
    if (uploads.pending.some((upload) => !upload.problem)) return i18n.t('Your files are still being added.');
    if (choices.length > 0) return choice === undefined ? i18n.t('Please choose an answer.') : undefined;
    return (text ?? files) ? undefined : i18n.t('Please write something.');
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const answer = answerOf(orderNbr, asks, draft, fields);
    const found = problemOf(answer);
    setProblem(found);
    if (found === undefined) void send(answer);
  };

  return (
    <Box component="form" noValidate onSubmit={submit} sx={formStyles}>
      {choices.length > 0 && (
        <Choices choices={choices} chosen={draft.choice} onChoose={(choice) => edit(() => ({ choice }))} />
      )}
      {takesText && (
        <Words
          label={textLabel}
          text={draft.text}
          ref={asks ? undefined : focus}
          onChange={(text) => edit(() => ({ text }))}
        />
      )}
      {takesFiles && (
        <AttachedFiles
          files={draft.files}
          uploads={uploads}
          onRemove={({ id }) => edit(({ files }) => ({ files: files.filter((file) => file.id !== id) }))}
        />
      )}
      {problem && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          {problem}
        </Typography>
      )}
      {isOver ? (
        <Typography variant="body2">
          {i18n.t('These times are over. Please ask us for another one.')}
        </Typography>
      ) : (
        <div>
          <Button type="submit" variant="contained" loading={isPending}>
            {asks ? i18n.t('Send answer') : i18n.t('Send message')}
          </Button>
        </div>
      )}
    </Box>
  );
};

interface WordsProps {
  label: string;
  text: string;
  ref: RefCallback<HTMLTextAreaElement> | undefined;
  onChange: (text: string) => void;
}

const Words = ({ label, text, ref, onChange }: WordsProps) => (
  <Box component="label" sx={{ display: 'grid', gap: 0.5 }}>
    <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
      {label}
    </Typography>
    <Box
      component="textarea"
      ref={ref}
      rows={3}
      maxLength={ANSWER_LIMITS.textLength}
      value={text}
      onChange={({ target }) => onChange(target.value)}
      sx={textarea}
    />
  </Box>
);

/** A message's form opens with a press of a button. */
const focus = (element: HTMLTextAreaElement | null): void => element?.focus();

const formStyles = {
  display: 'grid',
  gap: 1.5,
  justifySelf: 'stretch',
  displayPrint: 'none',
  maxInlineSize: '36rem',
  paddingBlockStart: 0.5,
};

/** The browser's own: MUI's comes with all parts of forms. */
const textarea = {
  font: 'inherit',
  color: 'text.primary',
  bgcolor: 'background.paper',
  border: '1px solid',
  borderColor: 'text.secondary',
  borderRadius: 1,
  p: 1.5,
  resize: 'vertical',
  // Grows with the text, where browsers can.
  fieldSizing: 'content',
  minBlockSize: '5.5rem',
  maxBlockSize: '50vh',
};
