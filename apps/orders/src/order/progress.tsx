import { isAhead, type ServiceOrderEvent } from '@portal/api';
import { Step, StepLabel, Stepper, Typography, useBrand, visuallyHidden } from '@portal/theme';
import { useId } from 'react';
import { useI18n } from '../texts';
import { DateValue, useNow } from '../values/date-value';
import { STEPS } from '../values/status';

const isSame = (step: string, text: string | undefined): boolean =>
  step.toLowerCase() === text?.toLowerCase();

interface ProgressProps {
  status: string | undefined;
  events: readonly ServiceOrderEvent[];
}

/** The progress of an order. An unknown status activates the first step in a muted style: the chip above has its words. */
export const Progress = ({ status, events }: ProgressProps) => {
  const i18n = useI18n();
  const id = useId();
  const matched = STEPS.findIndex((step) => isSame(step, status));
  const position = Math.max(0, matched);
  const dates = datesOf(events, useNow(), useBrand().timeZone);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} style={visuallyHidden}>
        {i18n.t('Progress')}
      </h3>
      <Stepper
        activeStep={position}
        alternativeLabel
        aria-label={i18n.t('Progress of the order')}
        sx={[progressStyles, matched === -1 && mutedStyles]}
      >
        {STEPS.map((label, index) => (
          <Step
            key={label}
            aria-current={index === position ? 'step' : undefined}
            // MUI derives the state of all other steps from `activeStep`.
            {...(index === position && index === STEPS.length - 1 && { completed: true })}
          >
            <StepLabel
              optional={
                index <= matched &&
                dates[index] && (
                  <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                    <DateValue text={dates[index]} as="day" />
                  </Typography>
                )
              }
            >
              <span>{i18n.t(label)}</span>
              {index < position && <span style={visuallyHidden}>{` ${i18n.t('(done)')}`}</span>}
            </StepLabel>
          </Step>
        ))}
      </Stepper>
    </section>
  );
};

/** The date of each step: the time of the latest past event whose status or summary names the step. */
const datesOf = (events: readonly ServiceOrderEvent[], now: Date, timeZone?: string) => {
  const past = events.filter(({ created_at }) => !isAhead(created_at, now, timeZone));
  return STEPS.map(
    (step) => past.find(({ status, summary }) => isSame(step, status) || isSame(step, summary))?.created_at,
  );
};

/** Logical properties for both writing directions, and readable numbers for the steps ahead. Large text takes a second row. */
const progressStyles = {
  flexWrap: 'wrap',
  rowGap: 1,
  // Browsers print without waiting for color transitions.
  '@media print': { '& *': { transition: 'none' } },
  '& .MuiStep-root': { px: { xs: 0.25, sm: 1 } },
  '& .MuiStepLabel-label.MuiStepLabel-alternativeLabel': {
    mt: 0.75,
    // The longest step fits a quarter of a phone's card.
    fontSize: { xs: 'clamp(0.6875rem, 3cqi, 0.8125rem)', sm: '0.8125rem' },
    overflowWrap: 'break-word',
  },
  '& .MuiStepLabel-label.Mui-active': { fontWeight: 700 },
  '& .MuiStepLabel-labelContainer': { textAlign: 'center', lineHeight: 1.25, hyphens: 'auto' },
  '& .MuiStepIcon-root:not(.Mui-active, .Mui-completed)': {
    color: 'divider',
    '& .MuiStepIcon-text': { fill: 'currentColor', color: 'text.primary' },
  },
  '& :is(.Mui-active, .Mui-completed) > .MuiStepConnector-line': { borderColor: 'primary.main' },
  '& .MuiStepConnector-alternativeLabel': {
    left: 'auto',
    right: 'auto',
    insetInline: 'calc(-50% + 18px) calc(50% + 18px)',
  },
};

const mutedStyles = {
  '& .MuiStepIcon-root.Mui-active': {
    color: 'divider',
    '& .MuiStepIcon-text': { fill: 'currentColor', color: 'text.primary' },
  },
};
