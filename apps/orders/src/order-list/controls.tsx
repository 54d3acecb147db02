import { mdiChevronDown, mdiMagnify, mdiTune } from '@mdi/js';
import { Box, Icon, IconButton, useContainerUp, useLocale, visuallyHidden } from '@portal/theme';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useI18n } from '../texts';
import { statusIn } from '../values/status';
import { COLUMNS } from './columns';
import { readSort, sortName, type View } from './view';

/** For `i18n.t`. */
const TEXTS = {
  search: /*i18n*/ 'Search orders',
  searchHint: /*i18n*/ 'Number, description, status or date',
  filters: /*i18n*/ 'Filter and sort',
  group: /*i18n*/ 'Which orders',
  groups: { '': /*i18n*/ 'All', open: /*i18n*/ 'Open', done: /*i18n*/ 'Done' },
  status: /*i18n*/ 'Status',
  anyStatus: /*i18n*/ 'Any status',
  sort: /*i18n*/ 'Sort by',
};

interface ControlsProps {
  view: View;
  change: (part: Partial<View>) => void;
  /** How many orders each filter would show. */
  counts: ReadonlyMap<string, number>;
  /** The statuses of all orders, each with its filter. */
  statuses: readonly { status: string; filter: string }[];
}

/** Search, filters and sorting, in one line on wide screens. On narrow ones, a button toggles all but the search. */
export const Controls = ({ view, change, counts, statuses }: ControlsProps) => {
  const isWide = useContainerUp('md');
  const i18n = useI18n();
  const [isOpen, setOpen] = useState(view.filter !== '');
  const panel = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    opener.current?.focus();
    setOpen(false);
  };
  const filters = (
    <>
      <GroupFilter view={view} change={change} counts={counts} />
      <StatusFilter view={view} change={change} counts={counts} statuses={statuses} />
      {!isWide && <SortChoice view={view} change={change} />}
    </>
  );
  return (
    <Box sx={rowStyles}>
      <SearchField search={view.search} onSearch={(search) => change({ search })} />
      {isWide ? (
        filters
      ) : (
        <IconButton
          ref={opener}
          onKeyDown={closeOnEscape}
          aria-label={i18n.t(TEXTS.filters)}
          title={i18n.t(TEXTS.filters)}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon path={mdiTune} />
        </IconButton>
      )}
      {!isWide && (
        <Box id={panel} hidden={!isOpen} onKeyDown={closeOnEscape} sx={panelStyles}>
          {filters}
        </Box>
      )}
    </Box>
  );
};

const rowStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  '@media print': { display: 'none' },
};

const panelStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  '& > *': { flex: '1 1 9.5rem' },
  '& > [role="group"]': { flexBasis: '100%' },
  inlineSize: '100%',
  '&[hidden]': { display: 'none' },
};

const FOCUS = { outline: '2px solid', outlineOffset: 1 };

/** Styles that fields and buttons share. */
const control = {
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: 44,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  color: 'text.primary',
  font: 'inherit',
  fontSize: '0.9375rem',
  '&:focus-visible': FOCUS,
  '&:has(:is(input, select):focus-visible)': FOCUS,
  // Firefox before 121 has no `:has()`.
  '@supports not selector(:has(a))': { '&:focus-within': FOCUS },
  '& :is(input, select)': {
    inlineSize: '100%',
    minBlockSize: 42,
    border: 0,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    outline: 'none',
  },
} as const;

interface SearchFieldProps {
  search: string;
  onSearch: (search: string) => void;
}

const SearchField = ({ search, onSearch }: SearchFieldProps) => {
  const i18n = useI18n();
  // Local, so that typing never waits for the router to update the address.
  const [draft, setDraft] = useState<string>();
  const type = (text: string) => {
    setDraft(text);
    onSearch(text);
  };
  return (
    <Box
      component="label"
      sx={[control, { flex: '1 1 14rem', minInlineSize: 0, paddingInlineStart: 1.5, gap: 1 }]}
    >
      <Icon path={mdiMagnify} sx={{ color: 'text.secondary', fontSize: 22 }} />
      <span style={visuallyHidden}>{i18n.t(TEXTS.search)}</span>
      <input
        type="search"
        value={draft ?? search}
        placeholder={i18n.t(TEXTS.searchHint)}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setDraft(undefined)}
      />
    </Box>
  );
};

/** All, open or done orders. */
const GroupFilter = ({ view, change, counts }: Omit<ControlsProps, 'statuses'>) => {
  const i18n = useI18n();
  const withCount = useCount(counts);
  return (
    <Box role="group" aria-label={i18n.t(TEXTS.group)} sx={[control, segmentStyles]}>
      {Object.entries(TEXTS.groups).map(([filter, name]) => (
        <button
          key={filter}
          type="button"
          aria-pressed={view.filter === filter}
          onClick={() => change({ filter })}
        >
          {withCount(i18n.t(name), filter)}
        </button>
      ))}
    </Box>
  );
};

const segmentStyles = {
  padding: '3px',
  gap: '2px',
  '& button': {
    flexGrow: 1,
    minBlockSize: 36,
    paddingInline: 1.25,
    border: '1px solid transparent',
    borderRadius: '7px',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
  },
  '& button:hover': { bgcolor: 'action.hover' },
  '& button[aria-pressed="true"]': {
    bgcolor: 'action.selected',
    borderColor: 'divider',
    fontWeight: 650,
  },
  '& button:focus-visible': { outline: '2px solid', outlineOffset: 1 },
  '@media (forced-colors: active)': { '& button[aria-pressed="true"]': { borderColor: 'Highlight' } },
};

const useCount = (counts: ControlsProps['counts']) => {
  const { format } = new Intl.NumberFormat(useLocale());
  return (name: string, filter: string) => `${name} (${format(counts.get(filter) ?? 0)})`;
};

const StatusFilter = ({ view, change, counts, statuses }: ControlsProps) => {
  const i18n = useI18n();
  const withCount = useCount(counts);
  const isStatus = statuses.some(({ filter }) => filter === view.filter);
  return (
    <Choice
      label={i18n.t(TEXTS.status)}
      value={isStatus ? view.filter : ''}
      onChoose={(filter) => change({ filter })}
    >
      <option value="">{i18n.t(TEXTS.anyStatus)}</option>
      {statuses.map(({ status, filter }) => (
        <option key={filter} value={filter}>
          {withCount(statusIn(status, i18n), filter)}
        </option>
      ))}
    </Choice>
  );
};

/** Sorts cards, which have no header cells to press. */
const SortChoice = ({ view, change }: Pick<ControlsProps, 'view' | 'change'>) => {
  const i18n = useI18n();
  return (
    <Choice
      label={i18n.t(TEXTS.sort)}
      value={sortName(view.sort)}
      onChoose={(name) => change({ sort: readSort(name) })}
    >
      {COLUMNS.flatMap(({ id, sorts = [] }) =>
        sorts.map((text, index) => (
          <option key={text} value={sortName({ by: id, isDescending: index === 1 })}>
            {i18n.t(text)}
          </option>
        )),
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
  <Box component="label" sx={[control, choiceStyles]}>
    <span style={visuallyHidden}>{label}</span>
    <select value={value} onChange={({ target }) => onChoose(target.value)}>
      {children}
    </select>
    <Icon path={mdiChevronDown} sx={{ fontSize: 20, color: 'text.secondary' }} />
  </Box>
);

const choiceStyles = {
  position: 'relative',
  '& select': {
    appearance: 'none',
    paddingInline: '12px 32px',
    cursor: 'pointer',
    maxInlineSize: { md: '12rem' },
  },
  '& option': { bgcolor: 'background.paper', color: 'text.primary' },
  '& svg': { position: 'absolute', insetInlineEnd: 8, pointerEvents: 'none' },
};
