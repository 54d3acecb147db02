import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDescriptor } from './descriptors';
import { RUN_DIR } from './directories';

/**
 * A remote with several faults that only `portal verify` finds: a style sheet that reaches outside of the screen, a message
 * on the console, a picture without alternative text, and a route that its descriptor does not have. It uses the React of
 * the shell: `React.createElement` in place of JSX.
 */
const unfit = (globalName: string, path: string): string => `
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { color: red }');
  document.adoptedStyleSheets.push(sheet);
  let React;
  var ${globalName} = {
    async init(scope) {
      const [shared] = Object.values(scope.react);
      React = (await shared.get())();
    },
    async get() {
      const { createElement: h } = React;
      const picture = { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' };
      const Component = () => h('div', null, h('h1', null, 'Unfit'), (console.error('not good'), h('img', picture)));
      const routes = ['${path}', '/elsewhere'].map((route) => ({ path: route, title: 'Unfit', Component }));
      return () => ({ default: { routes } });
    },
  };`;

/**
 * Writes a build of a remote with one route, whose screen has several faults.
 * @returns the directory to publish
 */
export const writeUnfitBuild = async (remote: string, path: string): Promise<string> => {
  const globalName = 'portal_unfit';
  const folder = join(RUN_DIR, 'unfit', globalName);
  const directory = join(folder, 'dist');
  await mkdir(directory, { recursive: true });
  await copyDescriptor(remote, folder);
  await writeFile(join(directory, 'remoteEntry.js'), unfit(globalName, path));
  await writeFile(
    join(directory, 'build.json'),
    JSON.stringify({ entry: 'remoteEntry.js', globalName, preload: [] }),
  );
  return directory;
};
