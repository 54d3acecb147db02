import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SAMPLE, writeSources } from './testing/build-sample';

/** A team's configuration, with a rule and an alias of its own. */
const configurationWith = (bundler: string) => `
import { portalRemote } from ${JSON.stringify(join(__dirname, `${bundler}.ts`))};
const configuration = portalRemote();
configuration.module.rules.push({ test: '/queries.graphql', type: 'asset/source' });
configuration.resolve.alias.acme = '/acme';
export default configuration;`;

/** The modules of the harness, and how it finds them. */
const harnessOf = async (bundler: string, configuration: string): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'harness-'));
  await writeSources(directory, { ...SAMPLE, [`${bundler}.config.mjs`]: configuration });
  const harness = JSON.stringify(join(__dirname, `${bundler}-harness.ts`));
  const print = `import(${harness}).then(({ default: { module, resolve } }) => console.log(JSON.stringify([module, resolve])))`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '--eval', print], {
    cwd: directory,
  });
  return stdout;
};

describe.each(['webpack', 'rspack'])('`npm run dev` with %s', (bundler) => {
  it('has the rules and aliases of the team', async () => {
    const harness = await harnessOf(bundler, configurationWith(bundler));
    expect(harness).toContain('/queries.graphql');
    expect(harness).toContain('"acme":"/acme"');
  });

  it('has those of the preset if the team exports a function', async () => {
    expect(await harnessOf(bundler, 'export default () => ({});')).toContain('.tsx');
  });
});
