import type { Descriptor } from '@portal/contract';
import type { Served } from './served';

/** Logout, in all languages of the portal; a test compares it with the shell's. */
export const LOGOUT = ['Logout', 'Abmelden', 'Cerrar sesión', 'Se déconnecter', 'تسجيل الخروج'];

/** The remotes of the portal itself (specification section 3), whose entries come first. */
const OWN = ['login', 'orders', 'notification-preferences'];

/** The lowest `order` for entries of other remotes. */
const FIRST_ORDER = 100;

/** Characters that look like a small Latin letter, each followed by that letter. */
const LOOKALIKES = new Map(
  [
    'аa',
    'еe',
    'оo',
    'рp',
    'сc',
    'уy',
    'хx',
    'іi',
    'ѕs',
    'јj',
    'ԁd',
    'ԛq',
    'ԝw',
    'һh',
    'ӏl',
    'αa',
    'οo',
    'ρp',
    'υu',
    'νv',
    'ιi',
    'κk',
    'τt',
    'օo',
    'սu',
    'ցg',
    'ɡg',
    'ɩi',
    'ոn',
    '0o',
    '1l',
    '|l',
  ].map(([like = '', latin = '']) => [like, latin] as const),
);

/** Normalizes a label by its appearance: labels that a customer could confuse become equal. */
const looksOf = (label: string): string => lettersOf(label) || label.trim();

const lettersOf = (label: string): string =>
  [...label.normalize('NFKD').replaceAll('I', 'l').toLowerCase()]
    .map((letter) => LOOKALIKES.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const LOOKS_OF_LOGOUT = new Set(LOGOUT.map(looksOf));

const ownerOfLabel = (label: string, served: readonly Served[]): Served | undefined =>
  served.find(({ descriptor }) =>
    descriptor?.navigation.some((theirs) => looksOf(theirs.label) === looksOf(label)),
  );

/** The labels in other languages: by language and English text. */
export type DescriptorTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Lists the conflicts of a remote's drawer entries with the portal's own and with those of other remotes. */
export const drawerConflicts = (
  name: string,
  { navigation }: Descriptor,
  served: readonly Served[],
  texts: DescriptorTexts = {},
): string[] =>
  navigation.flatMap(({ label, order }) => {
    const owner = ownerOfLabel(label, served);
    const inAnyLanguage = [label, ...Object.values(texts).flatMap((translated) => translated[label] ?? [])];
    const exit = inAnyLanguage.find((one) => LOOKS_OF_LOGOUT.has(looksOf(one)));
    return [
      ...(exit !== undefined
        ? [`its entry "${exit}" could be taken for the portal's Logout. Choose another label.`]
        : []),
      ...(owner
        ? [
            `its entry "${label}" could be taken for one of ${owner.name}@${owner.version}. Choose another label.`,
          ]
        : []),
      ...(order < FIRST_ORDER && !OWN.includes(name)
        ? [
            `its entry "${label}" has the order ${order}, among the portal's own entries. Use ${FIRST_ORDER} or more.`,
          ]
        : []),
    ];
  });
