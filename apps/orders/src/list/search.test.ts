import { createSearch, spellingsOf } from './search';

const NFD = 'Mu\u0308ller';

/** The parts of a text that a search highlights; undefined if it does not find the text. */
const found = (query: string, text: string): string[] | undefined => {
  const { finds, split } = createSearch(query);
  if (!finds(() => spellingsOf(text))) return undefined;
  return split?.(text).flatMap((part) => (part.isMatch ? part.text : []));
};

it.each([
  ['muller', 'Frau Müller', ['Müller']],
  ['mueller', 'Frau Müller', ['Müller']],
  ['müller', 'Frau Mueller', ['Mueller']],
  ['müller', 'Frau Muller', ['Muller']],
  ['MÜLLER', `Frau ${NFD}`, [NFD]],
  [NFD, 'Frau Müller', ['Müller']],
  ['ull', `Frau ${NFD}`, ['u\u0308ll']],
  ['istanbul', 'Büro İSTANBUL, Istanbul, ıstanbul', ['İSTANBUL', 'Istanbul', 'ıstanbul']],
  ['İstanbul', 'istanbul', ['istanbul']],
  ['strasse', 'Hauptstraße 1', ['straße']],
  ['straße', 'HAUPTSTRASSE, HAUPTSTRAẞE', ['STRASSE', 'STRAẞE']],
  ['stras', 'Hauptstraße 1', ['straß']],
  ['οδος', 'ΟΔΟΣ ΟΔΟΣΑ', ['ΟΔΟΣ', 'ΟΔΟΣ']],
  ['lodz smorrebrod oeuvre', 'Łódź, Smørrebrød, œuvre', ['Łódź', 'Smørrebrød', 'œuvre']],
  ["l'ascenseur", 'Réparation de l’ascenseur', ['l’ascenseur']],
  ['محمد', 'مُحَمَّد', ['مُحَمَّد']],
  ['مـحـمـد', 'محمد', ['محمد']],
  ['احمد', 'أحمد', ['أحمد']],
  ['مدرسه على کريم', 'مدرسة علي كريم', ['مدرسة', 'علي', 'كريم']],
  ['ab12', 'ＡＢ１２-７', ['ＡＢ１２']],
  ['a-12 10–20 "x"', 'A‑12, 10-20, „x“', ['A‑12', '10-20', '„x“']],
  ['gudrun thors', 'Guðrún Þórsdóttir', ['Guðrún', 'Þórs']],
  ['١٢', 'N 12', ['12']],
  ['\u2068E10\u2069\u200b', 'E1008', ['E10']],
  ['waschmaschine', 'Wasch\u00admaschine', ['Wasch\u00admaschine']],
  ['कि', 'किताब', ['कि']],
  ['कि', 'कुल', undefined],
  ['element', 'Bauelement', ['element']],
  ['(a+b', 'X (A+B) Y', ['(A+B']],
  ['1/4', '11/4', undefined],
  ['4.märz', '14.März', undefined],
  ['a b', 'A, B', ['A', 'B']],
])('%j in %j finds %j', (query, text, parts) => {
  expect(found(query, text)).toEqual(parts);
});

it('keeps all of a text when it splits it', () => {
  const text = `x${NFD}\u200b 😀 \ud800 Straße`;
  const parts = createSearch('strass ull').split?.(text) ?? [];
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.map(({ at }) => text.slice(at)[0])).toEqual(parts.map((part) => part.text[0]));
});
