import browserslist from 'browserslist';

/** swc's names of the browsers whose versions it needs to know. */
const NAMES: Record<string, string> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  ios_saf: 'ios',
  safari: 'safari',
};

/** The list of browsers in this package's package.json, each with its version: `chrome 109`. */
export const listedBrowsers = (): string[] => browserslist(undefined, { path: import.meta.dirname });

/** The oldest version of each browser in the list, by swc's names: `{ chrome: '109', … }`. */
export const oldestBrowsers = (): Record<string, string> => {
  const oldest: Record<string, string> = {};
  for (const listed of listedBrowsers()) {
    const [browser = '', version = ''] = listed.split(' ');
    const name = NAMES[browser];
    const first = version.split('-')[0] ?? '';
    if (name && !(Number.parseFloat(oldest[name] ?? 'Infinity') <= Number.parseFloat(first)))
      oldest[name] = first;
  }
  return oldest;
};
