import { Step, StepLabel, Stepper, useMediaQuery, visuallyHidden, type Theme } from '@portal/theme';
import { Section } from '../screen/section';
import { progressPosition, STEPS } from './progress-position';

/** How far an order has come. Figures, ticks and words tell it, not colour alone (WCAG 2.2, 1.4.1). */
export const Progress = ({ status }: { status: string | undefined }) => {
  const position = progressPosition(status);
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  return (
    <Section heading="Progress">
      <Stepper
        activeStep={position}
        alternativeLabel={!narrow}
        orientation={narrow ? 'vertical' : 'horizontal'}
        aria-label="Progress of the order"
      >
        {STEPS.map((label, index) => (
          <Step
            key={label}
            // Nothing comes after the last step: being there is having done it.
            completed={index < position || (index === STEPS.length - 1 && index === position)}
            aria-current={index === position ? 'step' : undefined}
          >
            <StepLabel>
              {label}
              {index < position && <span style={visuallyHidden}> (done)</span>}
            </StepLabel>
          </Step>
        ))}
      </Stepper>
    </Section>
  );
};
