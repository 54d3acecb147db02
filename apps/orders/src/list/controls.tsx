import { mdiMagnify, mdiMagnifyClose, mdiTune } from '@mdi/js';
import type { ServiceOrder } from '@portal/api';
import {
  Box,
  Button,
  Icon,
  IconButton,
  StateMessage,
  TextField,
  ToggleButton,
  Typography,
  useContainerUp,
  useLocale,
  visuallyHidden,
} from '@portal/theme';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useI18n } from '../texts';
import { statusIn } from '../values/status';
import type { Arrangement } from './arrange';
import { COLUMNS } from './columns';
import { useView } from './view';
import { useCounted } from '../values/text-value';

/** The values of `?show=` and their names for `i18n.t`. "Open" is a status, one of several that are active. */
const SHOWS = [
  { value: '', name: /*i18n*/ 'All' },
  { value: 'open', name: /*i18n*/ 'Active' },
  { value: 'waiting', name: /*i18n*/ 'Needs your answer', isAhead: true },
  { value: 'upcoming', name: /*i18n*/ 'Upcoming', isAhead: true },
  { value: 'done', name: /*i18n*/ 'Done' },
];

interface ControlsProps {
  /** All orders of the customer. */
  all: readonly ServiceOrder[];
  arrangement: Arrangement;
}

/** Search, filters and sorting, and how many orders they show. */
export const Controls = (props: ControlsProps) => {
  const i18n = useI18n();
  const [, change] = useView();
  const { format } = new Intl.NumberFormat(useLocale());
  const { all, arrangement } = props;
  const { shown } = arrangement;
  return (
    <>
      <Box sx={rowStyles}>
        <SearchField />
        <Filters {...props} />
      </Box>
      <Typography
        role="status"
        variant="body2"
        sx={[{ color: 'text.secondary', mt: 1 }, shown.length === all.length && visuallyHidden]}
      >
        {shown.length === all.length
          ? i18n.t('{count, plural, one {# order} other {# orders}}', { count: all.length })
          : i18n.t('{shown} of {all} orders', { shown: format(shown.length), all: format(all.length) })}
      </Typography>
      {shown.length === 0 && (
        <StateMessage
          icon={mdiMagnifyClose}
          message={i18n.t('No orders match')}
          explanation={i18n.t('Try fewer words, or show all orders.')}
          action={
            <Button variant="outlined" onClick={() => change({ q: '', show: '', status: '' })}>
              {i18n.t('Show all orders')}
            </Button>
          }
        />
      )}
    </>
  );
};

/** On narrow screens, only what the customer has ahead stands beside the search. */
const Filters = (props: ControlsProps) => {
  const isWide = useContainerUp('md');
  const [{ show }] = useView();
  const offered = SHOWS.filter(
    ({ value, isAhead }) => !isAhead || value === show || props.arrangement.has(value),
  );
  if (isWide)
    return (
      <>
        <Statuses {...props} />
        <Which shows={offered} {...props} />
      </>
    );
  return (
    <>
      <FilterPanel>
        <Which shows={offered.filter(({ isAhead }) => !isAhead)} {...props} />
        <Statuses {...props} />
        <Sorts />
      </FilterPanel>
      <Which shows={offered.filter(({ isAhead }) => isAhead)} {...props} />
    </>
  );
};

const rowStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  // More than three buttons are a line of their own.
  '& > [role="group"]:has(> :nth-child(4))': { flexBasis: '100%' },
  '& .MuiInputBase-root': { bgcolor: 'background.paper', minBlockSize: 44 },
  '& .MuiToggleButton-root': { paddingBlock: 0, '&:not(.Mui-selected)': { bgcolor: 'background.paper' } },
  '@media print': { display: 'none' },
};

const SearchField = () => {
  const i18n = useI18n();
  const name = i18n.t('Search orders');
  const [{ q }, change] = useView();
  // Local, so that typing never waits for the router to update the address.
  const [draft, setDraft] = useState<string>();
  const search = (text: string) => {
    setDraft(text);
    change({ q: text });
  };
  return (
    <TextField
      type="search"
      size="small"
      value={draft ?? q}
      placeholder={name}
      autoComplete="off"
      onChange={({ target }) => search(target.value)}
      onBlur={() => setDraft(undefined)}
      slotProps={{
        htmlInput: { 'aria-label': name, spellCheck: false },
        input: { startAdornment: <Icon path={mdiMagnify} color="action" sx={{ marginInlineEnd: 1 }} /> },
      }}
      sx={{ flex: '1 1 14rem', minInlineSize: 0 }}
    />
  );
};

/** A button that opens the filters, on narrow screens. */
const FilterPanel = ({ children }: { children: ReactNode }) => {
  const i18n = useI18n();
  const name = i18n.t('Filter and sort');
  const [{ show, status }] = useView();
  const [isOpen, setOpen] = useState(show === 'open' || show === 'done' || status !== '');
  const opener = useRef<HTMLButtonElement>(null);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    opener.current?.focus();
    setOpen(false);
  };
  return (
    <>
      <IconButton
        ref={opener}
        onKeyDown={closeOnEscape}
        aria-label={name}
        title={name}
        aria-expanded={isOpen}
        onClick={({ detail }) => detail < 2 && setOpen(!isOpen)}
      >
        <Icon path={mdiTune} />
      </IconButton>
      <Box hidden={!isOpen} onKeyDown={closeOnEscape} sx={panelStyles}>
        {children}
      </Box>
    </>
  );
};

const panelStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  inlineSize: '100%',
  '& > *': { flex: '1 1 9.5rem' },
  '& > [role="group"]': { flexBasis: '100%' },
  '& [role="group"] > *': { flexGrow: 1 },
  '&[hidden]': { display: 'none' },
};

/** Buttons that choose orders, each with the number of those that it would show. A second press shows all again. */
const Which = ({ shows, arrangement }: ControlsProps & { shows: typeof SHOWS }) => {
  const i18n = useI18n();
  const counted = useCounted();
  const [{ show, status }, change] = useView();
  return (
    shows.length > 0 && (
      <Box role="group" aria-label={i18n.t('Which orders')} sx={groupStyles}>
        {shows.map(({ value, name }) => (
          <ToggleButton
            key={value}
            value={value}
            selected={value === show}
            // The second press of a double click would undo the first.
            onClick={({ detail }) => detail < 2 && change({ show: value === show ? '' : value })}
            sx={value === 'waiting' ? { color: 'warning.main' } : undefined}
          >
            {counted(i18n.t(name), arrangement.countOf({ show: value, status }))}
          </ToggleButton>
        ))}
      </Box>
    )
  );
};

const groupStyles = { display: 'flex', flexWrap: 'wrap', gap: 0.75 };

const Statuses = ({ all, arrangement }: ControlsProps) => {
  const i18n = useI18n();
  const counted = useCounted();
  const [{ show, status }, change] = useView();
  const { compare } = new Intl.Collator(i18n.language);
  const statuses = [...new Set(all.flatMap(({ Status }) => Status ?? []))].sort((one, other) =>
    compare(statusIn(one, i18n), statusIn(other, i18n)),
  );
  return (
    <Choice
      label={i18n.t('Status')}
      value={statuses.includes(status) ? status : ''}
      onChoose={(chosen) => change({ status: chosen })}
    >
      <option value="">{i18n.t('Any status')}</option>
      {statuses.map((name) => (
        <option key={name} value={name}>
          {counted(statusIn(name, i18n), arrangement.countOf({ show, status: name }))}
        </option>
      ))}
    </Choice>
  );
};

/** The headers of a table sort; cards have none. */
const Sorts = () => {
  const i18n = useI18n();
  const [{ sort }, change] = useView();
  return (
    <Choice label={i18n.t('Sort by')} value={sort} onChoose={(chosen) => change({ sort: chosen })}>
      {COLUMNS.flatMap(
        ({ id, sorts }) =>
          sorts && [
            <option key={id} value={id}>
              {i18n.t(sorts[0])}
            </option>,
            <option key={`-${id}`} value={`-${id}`}>
              {i18n.t(sorts[1])}
            </option>,
          ],
      )}
    </Choice>
  );
};

interface ChoiceProps {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  children: ReactNode;
}

/** A native `<select>`, which phones show as their own picker. */
const Choice = ({ label, value, onChoose, children }: ChoiceProps) => (
  <TextField
    select
    size="small"
    value={value}
    onChange={({ target }) => onChoose(target.value)}
    slotProps={{ select: { native: true }, htmlInput: { 'aria-label': label } }}
    sx={{ maxInlineSize: { md: '12rem' } }}
  >
    {children}
  </TextField>
);
