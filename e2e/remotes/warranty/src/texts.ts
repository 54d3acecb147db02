import { useTheme } from '@portal/theme';

const english = {
  title: 'Warranty',
  lasts: (years: number) => `Every repair has a warranty of ${years} years.`,
  claims: (count: number) => (count === 1 ? '1 open claim' : `${count} open claims`),
  order: 'Order number',
  fault: 'What is wrong?',
  send: 'Send claim',
  sent: 'We have received your claim.',
  failed: 'The warranty desk does not answer. Please call us.',
};

const german: typeof english = {
  title: 'Garantie',
  lasts: (years) => `Jede Reparatur hat ${years} Jahre Garantie.`,
  claims: (count) => (count === 1 ? '1 offener Fall' : `${count} offene Fälle`),
  order: 'Auftragsnummer',
  fault: 'Was ist defekt?',
  send: 'Fall melden',
  sent: 'Ihre Meldung ist eingegangen.',
  failed: 'Die Garantieabteilung antwortet nicht. Bitte rufen Sie uns an.',
};

export const textsIn = (language = 'en') => (language === 'de' ? german : english);

/** The texts in the portal's language. */
export const useTexts = () => textsIn(useTheme().language);
