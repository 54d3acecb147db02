import type { Asks } from '@portal/api';
import { Box, Typography, visuallyHidden } from '@portal/theme';
import { useId } from 'react';
import { useI18n } from '../texts';
import { useDateStyle, useNow } from '../values/date-value';
import { formatVisit } from '../values/dates';
import { TextValue } from '../values/text-value';

interface ChoicesProps {
  /** `isOver`: nobody can choose it any more. */
  choices: readonly (Asks['choices'][number] & { isOver: boolean })[];
  /** The id of the chosen one. */
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** The answers to choose from; one with a time is an offered visit. */
export const Choices = ({ choices, chosen, onChoose }: ChoicesProps) => {
  const i18n = useI18n();
  const name = useId();
  const now = useNow();
  const style = useDateStyle();
  return (
    <Box component="fieldset" sx={fieldset}>
      <legend style={visuallyHidden}>{i18n.t('Your answer')}</legend>
      {choices.map(({ id, label, at, until, isOver }) => (
        <Box component="label" key={id} sx={option}>
          <Box
            component="input"
            type="radio"
            name={name}
            checked={id === chosen && !isOver}
            disabled={isOver}
            onChange={() => onChoose(id)}
            sx={radio}
          />
          <span>
            <TextValue text={label} />
            {at && (
              <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
                {formatVisit({ created_at: at, ends_at: until }, now, style) ?? at}
              </Typography>
            )}
          </span>
        </Box>
      ))}
    </Box>
  );
};

const fieldset = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 14rem), 1fr))',
  gap: 1,
  border: 0,
  m: 0,
  p: 0,
  minInlineSize: 0,
};

const option = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minBlockSize: 44,
  paddingInline: 1.5,
  paddingBlock: 0.75,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  fontWeight: 600,
  cursor: 'pointer',
  '&:has(:disabled)': { color: 'text.secondary', cursor: 'default', textDecoration: 'line-through' },
  '&:has(:checked)': {
    borderColor: 'primary.main',
    boxShadow: 'inset 0 0 0 1px var(--mui-palette-primary-main)',
  },
  '&:has(:focus-visible)': { outline: '2px solid', outlineOffset: '2px' },
};

/** The label shows the focus. */
const radio = {
  flex: 'none',
  inlineSize: 20,
  blockSize: 20,
  m: 0,
  accentColor: 'var(--mui-palette-primary-main)',
  '&:focus-visible': { outline: 'none' },
};
