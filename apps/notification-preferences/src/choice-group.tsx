import { Box, Divider, FormControl, FormGroup, Typography } from '@portal/theme';
import { useId } from 'react';
import { PreferenceCheckbox, type PreferenceCheckboxProps } from './preference-checkbox';
import { useI18n } from './texts';

interface ChoiceGroupProps {
  heading: string;
  description?: string | undefined;
  disabled: boolean;
  choices: readonly PreferenceCheckboxProps[];
  /** Whether to say what it means to choose none. */
  warns: boolean;
}

const note = { variant: 'body2', sx: { color: 'text.secondary' } } as const;

/** Checkboxes of the form under a heading. */
export const ChoiceGroup = ({ heading, description, disabled, choices, warns }: ChoiceGroupProps) => {
  const i18n = useI18n();
  const [headingId, descriptionId] = [useId(), useId()];
  const isNone = choices.every(({ checked }) => !checked);
  return (
    <FormControl
      component="fieldset"
      disabled={disabled}
      aria-labelledby={headingId}
      aria-describedby={description && descriptionId}
    >
      <Typography id={headingId} component="h2" variant="h3" sx={{ mb: 1 }}>
        {heading}
      </Typography>
      {description && (
        <Typography id={descriptionId} {...note}>
          {description}
        </Typography>
      )}
      <FormGroup>
        {choices.map((choice, index) => (
          <Box key={choice.label}>
            {index > 0 && <Divider aria-hidden />}
            <PreferenceCheckbox {...choice} />
          </Box>
        ))}
      </FormGroup>
      {warns && (
        <Typography role="status" {...note}>
          {isNone &&
            i18n.t(
              'With neither, we won’t send you anything about your orders. You can still see everything here.',
            )}
        </Typography>
      )}
    </FormControl>
  );
};
