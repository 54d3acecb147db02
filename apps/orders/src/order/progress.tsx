import { Step, StepLabel, Stepper, useContainerUp, visuallyHidden } from '@portal/theme';
import { Section } from '../screen/section';
import { progressPosition, STEPS } from './progress-position';
import { progressStyles } from './progress-styles';

/** How far an order has come. Figures, ticks and words tell it, not colour alone (WCAG 2.2, 1.4.1). */
export const Progress = ({ status }: { status: string | undefined }) => {
  const position = progressPosition(status);
  const wide = useContainerUp('sm');
  return (
    <Section heading="Progress">
      <Stepper
        activeStep={position}
        alternativeLabel={wide}
        orientation={wide ? 'horizontal' : 'vertical'}
        aria-label="Progress of the order"
        sx={progressStyles}
      >
        {STEPS.map((label, index) => (
          <Step
            key={label}
            aria-current={index === position ? 'step' : undefined}
            {...reached(index, position)}
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

/** Nothing comes after the last step: to be there is to have done it. The others are as the stepper sees them. */
const reached = (index: number, position: number) =>
  index === position && index === STEPS.length - 1 ? { completed: true } : {};
