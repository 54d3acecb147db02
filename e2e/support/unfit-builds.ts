import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_DIR } from './directories';

/** A screen made with the React of the shell: `React.createElement` in place of JSX. */
const screen = (name: string, path: string, body: string): string => `
  let React;
  var ${name} = {
    async init(scope) {
      const [shared] = Object.values(scope.react);
      React = (await shared.get())();
    },
    async get() {
      const { createElement: h } = React;
      const Component = () => h('div', null, h('h1', null, 'Unfit'), ${body});
      return () => ({ default: { routes: [{ path: '${path}', title: 'Unfit', Component }] } });
    },
  };`;

/** A comment that compresses badly. */
const ballast = (bytes: number): string => {
  let state = 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647).toString(36);
  let text = '';
  while (text.length < bytes) text += next();
  return `/* ${text} */`;
};

/** A style sheet that reaches outside of the screen. */
const LOOSE_STYLES =
  "const sheet = new CSSStyleSheet(); sheet.replaceSync('* { color: red }'); document.adoptedStyleSheets.push(sheet);";

/** Faults of a build that only `portal verify` or `portal publish` finds. */
const UNFIT = {
  'another route': (name: string) => screen(name, '/elsewhere', 'null'),
  'several faults': (name: string, path: string) =>
    ballast(400_000) +
    LOOSE_STYLES +
    screen(
      name,
      path,
      "(console.error('not good'), h('img', { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }))",
    ),
} satisfies Record<string, (name: string, path: string) => string>;

/**
 * Writes a build with one fault, of a remote with one route.
 * @returns the directory to verify
 */
export const writeUnfitBuild = async (fault: keyof typeof UNFIT, path: string): Promise<string> => {
  const globalName = `portal_${fault}`.replaceAll(/\W/g, '_');
  const directory = join(RUN_DIR, 'unfit', globalName);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'remoteEntry.js'), UNFIT[fault](globalName, path));
  await writeFile(
    join(directory, 'build.json'),
    JSON.stringify({ entry: 'remoteEntry.js', globalName, preload: [] }),
  );
  return directory;
};
