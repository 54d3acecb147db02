import * as core from '@module-federation/runtime-core';
import { createHash } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';
import { buildSample, type BuiltFiles } from './testing/build-sample';

const integrityOf = (content: Buffer | undefined) =>
  `sha384-${createHash('sha384')
    .update(content ?? '')
    .digest('base64')}`;

const isChunk = (file: string) => /\.(js|css)$/.test(file) && file !== 'remoteEntry.js';

let files: BuiltFiles;
beforeAll(async () => {
  files = await buildSample();
});

it('adds the hash of every chunk and style to the entry, and a hash that matches no file', () => {
  const chunks = Object.keys(files).filter(isChunk);
  expect(chunks).toHaveLength(5);
  const hashes = String(files['remoteEntry.js']).match(/sha384-[\w+/]{64}/g);
  expect(new Set(hashes)).toEqual(
    new Set([...chunks.map((file) => integrityOf(files[file])), `sha384-${'A'.repeat(64)}`]),
  );
});

it('compresses the final files', () => {
  const compressed = Object.keys(files).filter((file) => file.endsWith('.br'));
  expect(compressed).toContain('remoteEntry.js.br');
  for (const file of compressed)
    expect(brotliDecompressSync(files[file] ?? '')).toEqual(files[file.replace(/\.br$/, '')]);
});

it('writes the compile hint into scripts, and leaves the first rule of a style sheet alone', () => {
  expect(String(files['remote.js'])).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  expect(String(files['remote.css'])).toMatch(/^h1\{/);
});

it('refuses to build an import of what a module lacks', async () => {
  const sources = { 'src/remote.ts': `import { gone } from './nested'; gone();` };
  await expect(buildSample(sources)).rejects.toMatchObject({
    stdout: expect.stringContaining("export 'gone' (imported as 'gone') was not found"),
  });
});

describe('in a page', () => {
  const FOLDER = 'https://portal.example/releases/sample-remote/1.0.0';

  /** Runs the entry as a page would, gets the exposed module, and returns the elements added to the page. */
  const loadedBy = (entry: string) => {
    const loaded: unknown[] = [];
    const page = createContext({
      // The shell's copy of the federation runtime.
      _FEDERATION_RUNTIME_CORE: core,
      URL,
      setTimeout: () => 0,
      window: { location: new URL(entry) },
      document: {
        currentScript: { src: entry, tagName: 'SCRIPT' },
        getElementsByTagName: () => [],
        createElement: () => ({ setAttribute: () => undefined, getAttribute: () => '1' }),
        head: { appendChild: (element: unknown) => loaded.push(element) },
      },
    });
    const code = String(files['remoteEntry.js']);
    const [container = ''] = /portal_sample_remote_\w{8}/.exec(code) ?? [];
    runInContext(`${code}; ${container}.get('./remote')`, page);
    return loaded;
  };

  it.each(['', '?retry=2'])(
    'loads its chunk and its style with integrity, CORS and the query "%s" of the entry',
    (query) => {
      expect(loadedBy(`${FOLDER}/remoteEntry.js${query}`)).toEqual([
        expect.objectContaining({
          href: `${FOLDER}/remote.css${query}`,
          integrity: integrityOf(files['remote.css']),
          crossOrigin: 'anonymous',
        }),
        expect.objectContaining({
          src: `${FOLDER}/remote.js${query}`,
          integrity: integrityOf(files['remote.js']),
          crossOrigin: 'anonymous',
        }),
      ]);
    },
  );
});
