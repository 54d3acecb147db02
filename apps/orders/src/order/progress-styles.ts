/**
 * The stepper's own styles know left and right only; these hold in both directions of writing. And its steps to
 * come are too pale to be read.
 */
export const progressStyles = {
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
