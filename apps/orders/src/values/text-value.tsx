import { Chip, type ChipProps } from '@portal/theme';
import { createContext, use } from 'react';
import { useI18n } from '../texts';
import { statusColor, statusIn } from './status';

/** Highlights the matches of a pattern in all texts inside. Its one capturing group must be around the whole match. */
export const Marks = createContext<RegExp | undefined>(undefined);

/** A text with its matches highlighted. */
export const Marked = ({ text }: { text: string }) => {
  const marks = use(Marks);
  if (!marks) return text;
  // With a capturing group, `split` returns the matches at odd indexes.
  return text.split(marks).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
};

/** A dash (specification section 9), which screen readers read as words. */
export const MissingValue = () => {
  const i18n = useI18n();
  return (
    <span role="img" aria-label={i18n.t('not given')}>
      —
    </span>
  );
};

/** A text from the server, in its own writing direction; a dash if it is missing. */
export const TextValue = ({ text }: { text: string | undefined }) =>
  text === undefined ? (
    <MissingValue />
  ) : (
    <bdi>
      <Marked text={text} />
    </bdi>
  );

/** Chips truncate long labels by default; these wrap, because nothing else shows the whole text. */
const wrapping = {
  maxInlineSize: '100%',
  blockSize: 'auto',
  minBlockSize: 24,
  '& .MuiChip-label': { whiteSpace: 'normal', paddingBlock: '3px' },
};

type LabelChipProps = Pick<ChipProps, 'color' | 'variant'> & { text: string | undefined };

/** A short text from the server as a chip; a dash if it is missing. */
export const LabelChip = ({ text, ...chip }: LabelChipProps) =>
  text === undefined ? (
    <MissingValue />
  ) : (
    <Chip size="small" label={<TextValue text={text} />} sx={wrapping} {...chip} />
  );

/** The status of an order in its color; a dash if it is missing. */
export const StatusChip = ({ status }: { status: string | undefined }) => {
  const i18n = useI18n();
  return <LabelChip text={status && statusIn(status, i18n)} color={statusColor(status)} />;
};
