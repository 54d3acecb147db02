import { join } from 'node:path';
import { descriptorOf, writeBuild } from './builds';
import { RUN_DIR } from './directories';

/** The script of a remote, from the name of its container and its routes. */
type Entry = (globalName: string, paths: readonly string[]) => string;

/** A federation container whose routes run this code in each render. It has the React of the shell: `h` creates elements. */
const inRender =
  (run: string, more = ''): Entry =>
  (globalName, paths) => `
  { ${more} }
  var ${globalName} = {
    async init(scope) {
      const [shared] = Object.values(scope.react);
      ${globalName}.h = (await shared.get())().createElement;
    },
    async get() {
      const { h } = ${globalName};
      const Component = () => { ${run} };
      const routes = ${JSON.stringify(paths)}.map((path) => ({ path, title: 'Broken', Component }));
      return () => ({ default: { routes } });
    },
  };`;

const later = (run: string): Entry => inRender(`setTimeout(() => { ${run} }, 1500); return 'Hostile';`);

/** Versions of a remote that fail, or that harm the page. */
const FAULTS = {
  'throws as it starts': () => `throw new Error('broken build');`,
  'throws at its first render': inRender(`throw new Error('broken screen');`),
  'loops once its data is there': later('for (;;);'),
  'replaces a function of the history later': later('history.pushState = () => undefined;'),
  'returns to its screen by a timer': inRender(
    `const own = location.pathname;
     setInterval(() => {
       if (location.pathname === own) return;
       history.pushState(null, '', own);
       dispatchEvent(new PopStateEvent('popstate'));
     }, 50);
     return h('h1', null, 'Mine');`,
  ),
  'does not work in a company’s page': inRender(
    `return h('h1', null, document.getElementById('portal') ? 'Mine' : 'Nowhere');`,
  ),
  'works only on the first screen of a page': inRender(
    `const [{ name }] = performance.getEntriesByType('navigation');
     return h('h1', null, new URL(name).pathname === location.pathname ? 'Mine' : 'Nowhere');`,
  ),
  // The operator's address is the fragment of the URL.
  'reaches for the operator': inRender(
    `return h('output', { ref: (box) => box && reach(box) }, 'Reaching');`,
    `globalThis.reach = async (box) => {
       const operations = location.hash.slice(1);
       const send = (path, init) =>
         fetch(operations + path, { credentials: 'include', ...init }).then((answer) => answer.text(), () => 'refused');
       const frame = document.createElement('iframe');
       frame.src = operations;
       document.body.append(frame);
       const read = await send('/');
       await send('/sign-out', { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ path: '/' }) });
       const isFramed = await new Promise((resolve) => {
         frame.onload = () => resolve(frame.contentDocument?.body.textContent);
         setTimeout(() => resolve('refused'), 2000);
       });
       box.textContent = [read, isFramed ?? 'refused', document.cookie.includes('operator')].join(' ');
     };`,
  ),
  'has an axe violation, an unlisted route, a message on the console and a loose style': (name, paths) =>
    inRender(
      `console.error('not good');
       const picture = { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' };
       return h('div', null, h('h1', null, 'Unfit'), h('img', picture));`,
      `const sheet = new CSSStyleSheet();
       sheet.replaceSync('* { color: red }');
       document.adoptedStyleSheets.push(sheet);`,
    )(name, [...paths, '/elsewhere']),
} as const satisfies Record<string, Entry>;

export type Fault = keyof typeof FAULTS;

/**
 * Writes a broken build of a remote.
 * @returns the directory to publish
 */
export const writeBrokenBuild = async (remote: string, fault: Fault): Promise<string> => {
  const globalName = `portal_${remote}_${fault}`.replaceAll(/\W/g, '_');
  const descriptor = await descriptorOf(remote);
  return writeBuild({
    folder: join(RUN_DIR, 'broken', globalName),
    descriptor,
    build: { entry: 'remoteEntry.js', globalName },
    files: { 'remoteEntry.js': FAULTS[fault](globalName, descriptor.routes) },
  });
};
