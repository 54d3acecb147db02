import { REACT_MODULES } from '@portal/contract';
import { findHostReact } from './host-react';

const shareScope = (versions: Record<string, { lib?: unknown }>) =>
  Object.fromEntries(
    REACT_MODULES.map((name) => [
      name,
      Object.fromEntries(
        Object.entries(versions).map(([version, shared]) => [
          version,
          { get: () => undefined, from: 'company', ...shared },
        ]),
      ),
    ]),
  );

const loaded = { lib: () => ({ loaded: true }) };

test('the React that a site has loaded is found, of whichever version', () => {
  expect(findHostReact(shareScope({ '18.3.1': {}, '19.3.1': loaded }))).toEqual({
    version: '19.3.1',
    modules: Object.fromEntries(REACT_MODULES.map((name) => [name, { loaded: true }])),
  });
});

test.each([
  ['shares nothing', {}],
  ['has no share scope', undefined],
  ['shares React and has not loaded it', shareScope({ '19.3.1': { lib: null } })],
  ['shares a part of it only', { ...shareScope({ '19.3.1': loaded }), 'react-dom/client': undefined }],
  [
    'shares parts of two versions',
    { ...shareScope({ '19.3.1': loaded }), 'react-dom': { '19.3.2': loaded } },
  ],
])('a site that %s offers none', (_, scope) => {
  expect(findHostReact(scope)).toBeUndefined();
});
