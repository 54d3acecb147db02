import { mdiMagnify, mdiMagnifyClose, mdiTune } from '@mdi/js';
import type { ServiceOrder } from '@portal/api';
import {
  Box,
  Button,
  Icon,
  IconButton,
  Stack,
  StateMessage,
  TextField,
  ToggleButton,
  Typography,
  useContainerUp,
  useLocale,
} from '@portal/theme';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useI18n } from '../texts';
import { statusIn } from '../values/status';
import type { Arrangement } from './arrange';
import { COLUMNS } from './columns';
import { useView } from './view';

/** The values of `?show=`, for `i18n.t`. "Open" is a status, one of several that are active. */
const SHOWN = { '': /*i18n*/ 'All', open: /*i18n*/ 'Active', done: /*i18n*/ 'Done' };

interface ControlsProps {
  /** All orders of the customer. */
  all: readonly ServiceOrder[];
  arrangement: Arrangement;
}

/** Search, filters and sorting, and how many orders they show. */
export const Controls = ({ all, arrangement }: ControlsProps) => {
  const i18n = useI18n();
  const isWide = useContainerUp('md');
  const [, change] = useView();
  const { format } = new Intl.NumberFormat(useLocale());
  const { shown } = arrangement;
  const filters = <Filters all={all} arrangement={arrangement} />;
  return (
    <>
      <Box sx={rowStyles}>
        <SearchField />
        {isWide ? filters : <FilterPanel>{filters}</FilterPanel>}
      </Box>
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', my: 1 }}>
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

const rowStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
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
  const [isOpen, setOpen] = useState(show !== '' || status !== '');
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
        onClick={() => setOpen(!isOpen)}
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

/** The filters, each with the number of orders that it would show, if any, and on narrow screens the sort. */
const Filters = ({ all, arrangement: { countOf } }: ControlsProps) => {
  const i18n = useI18n();
  const isWide = useContainerUp('md');
  const [{ show, status, sort }, change] = useView();
  const { format } = new Intl.NumberFormat(useLocale());
  const counted = (name: string, filters: Parameters<typeof countOf>[0]): string => {
    const count = countOf(filters);
    return count > 0 ? `${name} (${format(count)})` : name;
  };
  const { compare } = new Intl.Collator(i18n.language);
  const statuses = [...new Set(all.flatMap(({ Status }) => Status ?? []))].sort((one, other) =>
    compare(statusIn(one, i18n), statusIn(other, i18n)),
  );
  return (
    <>
      <Stack role="group" aria-label={i18n.t('Which orders')} direction="row" spacing={0.5}>
        {Object.entries(SHOWN).map(([value, name]) => (
          <ToggleButton
            key={value}
            value={value}
            selected={value === show}
            onClick={() => change({ show: value })}
          >
            {counted(i18n.t(name), { show: value, status })}
          </ToggleButton>
        ))}
      </Stack>
      <Choice
        label={i18n.t('Status')}
        value={statuses.includes(status) ? status : ''}
        onChoose={(chosen) => change({ status: chosen })}
      >
        <option value="">{i18n.t('Any status')}</option>
        {statuses.map((name) => (
          <option key={name} value={name}>
            {counted(statusIn(name, i18n), { show, status: name })}
          </option>
        ))}
      </Choice>
      {!isWide && (
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
      )}
    </>
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
