import { buildSamples, type BuiltFiles } from './testing/build-sample';

describe('a remote', () => {
  let builds: Record<'shared' | 'own', BuiltFiles>;
  beforeAll(async () => {
    builds = await buildSamples({
      shared: { 'src/remote.ts': `export { Link, useLocation } from 'react-router';` },
      own: {
        'src/remote.ts': `
          export { data, Link } from 'react-router';
          export { default as Slider } from '@mui/material/Slider';`,
      },
    });
  });

  it('bundles no part of react-router if the shell shares all names that it imports', () => {
    expect(builds.shared['remote.js']?.length).toBeLessThan(500);
  });

  it('bundles names that the shell does not share', () => {
    const code = String(builds.own['remote.js']);
    expect(code).toContain('DataWithResponseInit');
    // Still a property of the shell's module.
    expect(code).toMatch(/Link:\(\)=>\w+\.Link\b/);
  });

  it('bundles MUI components that the theme lacks, and takes emotion from the shell', () => {
    const code = String(builds.own['remote.js']);
    expect(code).toContain('MuiSlider');
    // The cache that @emotion/react creates.
    expect(code).not.toContain('data-emotion');
  });
});
