import browserslist from 'browserslist';

/** The list of browsers in this package's package.json, each with its version: `chrome 109`. */
export const listedBrowsers = (): string[] => browserslist(undefined, { path: import.meta.dirname });
