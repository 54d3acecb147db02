import { mdiArrowDown, mdiArrowUp } from '@mdi/js';
import { Box, Icon } from '@portal/theme';
import type { Column } from './columns';
import { HeaderText } from './orders';
import { useView } from './view';

/** A header cell that sorts the list by its column, if the column is sortable. */
export const SortableHeader = ({ column }: { column: Column }) => {
  const { id, text, isMoment, inlineSize } = column;
  const [{ sort }, change] = useView();
  if (!text)
    return (
      <Box component="th" scope="col" sx={{ inlineSize }}>
        <HeaderText column={column} />
      </Box>
    );
  const direction = sort.by !== id ? undefined : sort.isDescending ? 'descending' : 'ascending';
  // The first press sorts dates newest first, and texts from A to Z.
  const isDescending = direction ? !sort.isDescending : isMoment === true;
  return (
    <Box component="th" scope="col" aria-sort={direction} sx={{ inlineSize }}>
      <Box
        component="button"
        type="button"
        onClick={() => change({ sort: { by: id, isDescending } })}
        sx={buttonStyles}
      >
        <HeaderText column={column} />
        <Icon path={direction === 'ascending' ? mdiArrowUp : mdiArrowDown} />
      </Box>
    </Box>
  );
};

const buttonStyles = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.5,
  minBlockSize: 44,
  marginBlock: -1.5,
  padding: 0,
  border: 0,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  '& svg': { fontSize: 18, opacity: 0 },
  '&:is(:hover, :focus-visible) svg': { opacity: 0.6 },
  '[aria-sort] > & svg': { opacity: 1 },
  '&:focus-visible': { outline: '2px solid', outlineOffset: 2 },
  '@media print': { '& svg': { display: 'none' } },
};
