import { Chip, type ChipProps } from '@portal/theme';
import { useI18n } from '../texts';
import { Marked } from './marks';
import { statusColor, statusIn } from './status';

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
