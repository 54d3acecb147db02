import type { Config } from '../../platform/config/config';
import { contactsOf } from '../../platform/contact/contact';
import type { Database } from '../../platform/database/connect';
import type { Person } from '../../platform/database/schema';
import { limitStore } from '../../platform/limits/limit-store';
import { networksOf, type Budget } from '../../platform/limits/limits';
import { knownBrowsers } from './known-browser-store';

/** The codes of an identifier that all strangers ask for together, or one known browser. */
const codeBudget = (
  { codes, known }: Config['limits'],
  identifier: string,
  knownBrowser: string | undefined,
): Budget => (knownBrowser ? [`codes/browser/${knownBrowser}`, known.codes] : [`codes/${identifier}`, codes]);

/** Strangers share the budget of an identifier, and those of their networks. A known browser has its own. */
export const codeBudgets = (
  limits: Config['limits'],
  identifier: string,
  { ip, knownBrowser }: { ip: string; knownBrowser: string | undefined },
): Budget[] => [
  codeBudget(limits, identifier, knownBrowser),
  ...(knownBrowser ? [] : networksOf(ip)).map(({ kind, name }): Budget => [
    `codes/${name}`,
    limits.codesOfNetwork[kind],
  ]),
];

export const wrongCodeBudgets = (
  { wrongCodes, known }: Config['limits'],
  identifier: string,
  knownBrowser: string | undefined,
): Budget[] =>
  knownBrowser
    ? [
        [`failures/browser/${knownBrowser}`, known.wrongCodes],
        [`failures/browsers/${identifier}`, known.wrongCodesOfAll],
      ]
    : [[`failures/${identifier}`, wrongCodes]];

/** All budgets of a customer's contacts: for browsers that are new, and for each that is known. */
const budgetsOf = async (database: Database, limits: Config['limits'], person: Person) => {
  const known = await knownBrowsers(database).of(person.id);
  const strangers = contactsOf(person).map(({ address }) => ({ identifier: address, browser: undefined }));
  return [...strangers, ...known].map(({ identifier, browser }) => ({
    contact: identifier,
    browser: browser === undefined ? 'new' : 'known',
    codes: [codeBudget(limits, identifier, browser)],
    attempts: wrongCodeBudgets(limits, identifier, browser),
  }));
};

/** Why a customer gets no code, or cannot try one, at the moment, and until when. */
export const locksOf = async (database: Database, limits: Config['limits'], person: Person) => {
  const locks: { contact: string; browser: string; refuses: string; until: Date }[] = [];
  for (const { contact, browser, codes, attempts } of await budgetsOf(database, limits, person))
    for (const [refuses, budgets] of Object.entries({ 'new codes': codes, attempts }))
      for (const budget of budgets) {
        const seconds = await limitStore(database).wait(...budget);
        if (seconds > 0)
          locks.push({ contact, browser, refuses, until: new Date(Date.now() + seconds * 1000) });
      }
  return locks;
};

/** The wrong codes of a day, of strangers and of known browsers. */
export const countWrongCodes = (database: Database, person: Person): Promise<number> => {
  const keys = contactsOf(person).flatMap(({ address }) => [
    `failures/${address}`,
    `failures/browsers/${address}`,
  ]);
  return limitStore(database).count(keys);
};

/** Forgets the codes and attempts that were counted for a customer. @returns how many */
export const unlock = async (database: Database, limits: Config['limits'], person: Person) => {
  const budgets = await budgetsOf(database, limits, person);
  const keys = budgets.flatMap(({ codes, attempts }) => [...codes, ...attempts]).map(([key]) => key);
  return limitStore(database).clear(keys);
};
