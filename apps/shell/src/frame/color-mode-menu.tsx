import { mdiMonitor, mdiWeatherNight, mdiWhiteBalanceSunny } from '@mdi/js';
import { useColorScheme } from '@portal/theme';
import { useI18n } from '../texts';
import { ChoiceMenu } from './choice-menu';

/** A menu of the color modes. The browser keeps the choice. */
export const ColorModeMenu = ({ withWords }: { withWords?: boolean }) => {
  const i18n = useI18n();
  const { mode = 'system', setMode } = useColorScheme();
  const modes = {
    light: { label: i18n.t('Light'), icon: mdiWhiteBalanceSunny },
    dark: { label: i18n.t('Dark'), icon: mdiWeatherNight },
    system: { label: i18n.t('System'), icon: mdiMonitor },
  };
  const { label, icon } = modes[mode];
  return (
    <ChoiceMenu
      withWords={withWords}
      title={i18n.t('Color mode')}
      label={i18n.t('Color mode: {mode}', { mode: label })}
      icon={icon}
      choices={(['light', 'dark', 'system'] as const).map((value) => ({ value, ...modes[value] }))}
      chosen={mode}
      onChoose={setMode}
    />
  );
};
