import { createContext, use } from 'react';

const LocaleContext = createContext<string | undefined>(undefined);

export const LocaleProvider = LocaleContext.Provider;

/** The language tag (BCP 47) in whose way dates are written; undefined for the browser's own. */
export const useLocale = (): string | undefined => use(LocaleContext);

/**
 * @param wanted whatever the page around the portal says
 * @returns undefined when that is no language tag, or none that this browser knows
 */
export const knownLocale = (wanted: string | undefined): string | undefined => {
  if (!wanted) return undefined;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(wanted)[0];
  } catch {
    // It is not even built like one.
    return undefined;
  }
};
