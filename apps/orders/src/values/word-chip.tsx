import { Chip, type ChipProps } from '@portal/theme';
import { Missing } from './missing';

/** A chip cuts long words off by default; these wrap, since nothing else on the screen says them in full. */
const wrapping = {
  maxInlineSize: '100%',
  blockSize: 'auto',
  minBlockSize: 24,
  '& .MuiChip-label': { whiteSpace: 'normal', paddingBlock: '3px' },
};

type WordChipProps = Pick<ChipProps, 'color' | 'variant'> & { word: string | undefined };

/** A word from outside that says how something stands; a dash where there is none. */
export const WordChip = ({ word, ...look }: WordChipProps) =>
  word === undefined ? <Missing /> : <Chip size="small" label={<bdi>{word}</bdi>} sx={wrapping} {...look} />;
