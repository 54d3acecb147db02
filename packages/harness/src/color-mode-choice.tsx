import { ToggleButton, ToggleButtonGroup, useColorScheme } from '@portal/theme';

const MODES = ['light', 'dark', 'system'] as const;

/** The colour modes of specification section 4. */
export const ColorModeChoice = () => {
  const { mode, setMode } = useColorScheme();
  return (
    <ToggleButtonGroup exclusive size="small" aria-label="Colour mode" value={mode}>
      {MODES.map((value) => (
        <ToggleButton key={value} value={value} onClick={() => setMode(value)}>
          {value}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};
