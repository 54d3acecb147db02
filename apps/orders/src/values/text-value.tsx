import { Chip, useLocale, type ChipProps } from '@portal/theme';
import { createContext, use } from 'react';
import { useI18n } from '../texts';
import { statusColor, statusIn } from './status';

/** A part of a text, and where it begins. */
export interface Part {
  at: number;
  text: string;
  isMatch: boolean;
}

/** Splits all texts inside, to highlight the parts that match. */
export const Marks = createContext<((text: string) => Part[]) | undefined>(undefined);

/** A text with its matches highlighted. Each part has an element of its own, so that it survives a translation of the page. */
export const Marked = ({ text }: { text: string }) => {
  const parts = use(Marks)?.(text) ?? [{ at: 0, text, isMatch: false }];
  return parts.map((part) =>
    part.isMatch ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>,
  );
};

/** Between two values on a line. */
export const Separator = () => <span>{'\u00a0· '}</span>;

/** A dash (specification section 9), which screen readers read as words. */
export const MissingValue = () => {
  const i18n = useI18n();
  return (
    <span role="img" aria-label={i18n.t('not given')}>
      —
    </span>
  );
};

/** A text from the server, in its own writing direction; a dash if it is missing. Numbers and names have `translate="no"`. */
export const TextValue = ({ text, translate }: { text: string | undefined; translate?: 'no' }) =>
  text === undefined ? (
    <MissingValue />
  ) : (
    <bdi translate={translate}>
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

/** A tint of a color behind text in a shade of it, which is readable whatever the company's color is. */
const soft = (color: string) => ({
  backgroundColor: `color-mix(in srgb, var(--mui-palette-${color}-main) 12%, var(--mui-palette-background-paper))`,
  color: `color-mix(in srgb, var(--mui-palette-${color}-main) 75%, var(--mui-palette-text-primary))`,
});

type LabelChipProps = Pick<ChipProps, 'color' | 'variant'> & { text: string | undefined };

/** A short text from the server as a chip; a dash if it is missing. */
export const LabelChip = ({ text, color = 'default', variant }: LabelChipProps) =>
  text === undefined ? (
    <MissingValue />
  ) : (
    <Chip
      size="small"
      label={<TextValue text={text} />}
      color={color}
      variant={variant}
      sx={[wrapping, color !== 'default' && soft(color)]}
    />
  );

/** The status of an order in its color; a dash if it is missing. */
export const StatusChip = ({ status }: { status: string | undefined }) => {
  const i18n = useI18n();
  return <LabelChip text={status && statusIn(status, i18n)} color={statusColor(status)} />;
};

/** Names a number of orders: "Active (120)". None goes without saying. */
export const useCounted = () => {
  const { format } = new Intl.NumberFormat(useLocale());
  return (name: string, count: number): string => (count > 0 ? `${name} (${format(count)})` : name);
};
