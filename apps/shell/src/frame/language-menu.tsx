import { mdiTranslate } from '@mdi/js';
import { AUTH_CHECK_KEY, chooseLanguage } from '@portal/api';
import { useQueryClient } from '@tanstack/react-query';
import { ChoiceMenu } from './choice-menu';
import { useI18n } from '../texts';
import { useLanguages } from '../page/languages';

/** The name of a language, in that language: `Deutsch`. */
const nameOf = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

/** A menu of the languages. The server keeps the choice, too, for messages to a signed-in customer. */
export const LanguageMenu = ({ withWords }: { withWords?: boolean }) => {
  const i18n = useI18n();
  const queryClient = useQueryClient();
  const { languages, language, choose } = useLanguages();
  if (languages.length === 0) return null;
  const onChoose = (next: string) => {
    choose(next);
    // A server other than the built-in one may lack this call; the portal changes its language anyway.
    if (queryClient.getQueryData(AUTH_CHECK_KEY) === true)
      chooseLanguage({ language: next }).catch(() => undefined);
  };
  return (
    <ChoiceMenu
      withWords={withWords}
      title={i18n.t('Language')}
      label={i18n.t('Language: {language}', { language: nameOf(language) })}
      icon={mdiTranslate}
      choices={languages.map((value) => ({ value, label: nameOf(value), lang: value }))}
      chosen={language}
      onChoose={onChoose}
    />
  );
};
