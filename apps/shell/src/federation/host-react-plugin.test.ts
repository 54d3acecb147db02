import { ModuleFederation, type UserOptions } from '@module-federation/runtime-core';
import { HOST_REACT, REACT_MODULES } from '@portal/contract';
import hostReact from './host-react-plugin';

const OWN = '19.3.1';

const modulesOf = (place: string) => Object.fromEntries(REACT_MODULES.map((name) => [name, { name, place }]));

const sharedOf = (modules: Record<string, object>): NonNullable<UserOptions['shared']> =>
  Object.fromEntries(
    Object.entries(modules).map(([name, module]) => [
      name,
      [{ version: OWN, get: () => () => module, shareConfig: { singleton: true, requiredVersion: false } }],
    ]),
  );

/** A shell starts within a script; what its parts then take for React. */
const reactOfShell = (offer: unknown) => {
  const script = document.createElement('script');
  Reflect.set(script, HOST_REACT, offer);
  jest.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  const shell = new ModuleFederation({
    name: 'portal_shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: sharedOf({ ...modulesOf('shell'), axios: { name: 'axios', place: 'shell' } }),
    plugins: [hostReact()],
  });
  return [...REACT_MODULES, 'axios'].map((name) => shell.loadShareSync(name)());
};

const place = (name: string) => expect.objectContaining({ place: name });

test.each([OWN, '19.3.2', '19.4.0'])(
  'the shell takes React %s of the page for each of its modules',
  (version) => {
    const host = modulesOf('host');
    const [react, jsxRuntime, reactDom, client, axios] = reactOfShell({ version, modules: host });
    expect([react, jsxRuntime, reactDom, client]).toEqual(REACT_MODULES.map((name) => host[name]));
    expect(react).toBe(host['react']);
    expect(axios).toEqual(place('shell'));
  },
);

test.each([
  ['an older one', { version: '19.3.0', modules: modulesOf('host') }],
  ['another major version', { version: '20.0.0', modules: modulesOf('host') }],
  [
    'one that is not whole',
    { version: OWN, modules: { ...modulesOf('host'), 'react-dom/client': undefined } },
  ],
  ['none', undefined],
  ['something else', 'react'],
])('offered %s, it takes its own', (_, offer) => {
  for (const module of reactOfShell(offer)) expect(module).toEqual(place('shell'));
});
