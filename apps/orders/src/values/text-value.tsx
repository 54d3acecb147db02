import { Chip, type ChipProps } from '@portal/theme';
import { Marked } from './marks';

/** A dash (specification section 9), which screen readers read as words. */
export const MissingValue = () => (
  <span role="img" aria-label="not given">
    —
  </span>
);

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

type StatusColor = NonNullable<ChipProps['color']>;

/** Specification section 4, "Status chip colours in the list". */
const STATUS_COLORS: ReadonlyMap<string, StatusColor> = new Map([
  ['Open', 'primary'],
  ['Hold', 'warning'],
  ['In Process', 'info'],
  ['Invoiced', 'secondary'],
  ['Completed', 'success'],
]);

/** The color of a status chip; `default` for a status that the table does not list. */
export const statusColor = (status: string | undefined): StatusColor =>
  STATUS_COLORS.get(status ?? '') ?? 'default';

/** The status of an order in its color; a dash if it is missing. */
export const StatusChip = ({ status }: { status: string | undefined }) => (
  <LabelChip text={status} color={statusColor(status)} />
);
