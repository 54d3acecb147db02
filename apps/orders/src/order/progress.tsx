import { Step, StepLabel, Stepper, useContainerUp, visuallyHidden } from '@portal/theme';
import { Section } from '../screen/section';
import { useI18n } from '../texts';

/** The steps of an order (specification section 4). */
const STEPS = [/*i18n*/ 'Open', /*i18n*/ 'On Hold', /*i18n*/ 'Completed', /*i18n*/ 'Closed'] as const;

/** The index of the order's step: a case-insensitive match of the status, or else the first step. */
const progressPosition = (status: string | undefined): number =>
  Math.max(
    0,
    STEPS.findIndex((step) => step.toLowerCase() === status?.toLowerCase()),
  );

/** The progress of an order. Numbers, check marks and text show it, not color alone (WCAG 2.2, 1.4.1). */
export const Progress = ({ status }: { status: string | undefined }) => {
  const i18n = useI18n();
  const position = progressPosition(status);
  const wide = useContainerUp('sm');
  return (
    <Section heading={i18n.t('Progress')}>
      <Stepper
        activeStep={position}
        alternativeLabel={wide}
        orientation={wide ? 'horizontal' : 'vertical'}
        aria-label={i18n.t('Progress of the order')}
        sx={progressStyles}
      >
        {STEPS.map((label, index) => (
          <Step
            key={label}
            aria-current={index === position ? 'step' : undefined}
            {...(index === position && isLast(index) && { completed: true })}
          >
            <StepLabel>
              {i18n.t(label)}
              {index < position && <span style={visuallyHidden}> {i18n.t('(done)')}</span>}
            </StepLabel>
          </Step>
        ))}
      </Stepper>
    </Section>
  );
};

/** An order at its last step has completed it; MUI derives the state of all other steps from `activeStep`. */
const isLast = (index: number) => index === STEPS.length - 1;

/** Logical properties for both writing directions, and readable numbers for the steps ahead. */
const progressStyles = {
  '& .MuiStepLabel-root': { textAlign: 'start' },
  '& .MuiStepLabel-label.Mui-active': { fontWeight: 700 },
  '& .MuiStepIcon-root:not(.Mui-active, .Mui-completed)': {
    color: 'divider',
    '& .MuiStepIcon-text': { fill: 'currentColor', color: 'text.primary' },
  },
  '& .MuiStepConnector-vertical': { marginInline: '12px 0' },
  '& .MuiStepConnector-vertical .MuiStepConnector-line': {
    borderLeftWidth: 0,
    borderInlineStartWidth: '1px',
    borderInlineStartStyle: 'solid',
  },
  '& :is(.Mui-active, .Mui-completed) > .MuiStepConnector-line': { borderColor: 'primary.main' },
  '& .MuiStepConnector-alternativeLabel': {
    left: 'auto',
    right: 'auto',
    insetInline: 'calc(-50% + 20px) calc(50% + 20px)',
  },
  '& .MuiStepLabel-vertical .MuiStepLabel-iconContainer': { paddingInline: '0 8px' },
};
