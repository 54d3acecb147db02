import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_DIR } from '../support/directories';
import { commandOf, createToken, startPortalProcess, type Team } from '../support/portal-process';
import { releaseOf, untilServed } from '../support/published';
import { expect, serve, test } from '../support/test';

const port = 4764;
const dataDir = join(RUN_DIR, 'eight-teams');
const PORTAL_URL = `http://localhost:${port}`;
const ROUNDS = 5;

serve(() => startPortalProcess({ port, dataDir }));

/** Writes a build of a remote with one route. @returns the directory to publish */
const writeBuild = async (name: string, route: string, version: string): Promise<string> => {
  const folder = join(RUN_DIR, 'eight-teams-builds', version, name);
  const directory = join(folder, 'dist');
  await mkdir(directory, { recursive: true });
  const descriptor = {
    ...{ name, title: name, access: 'customer', routes: [route], navigation: [] },
    requires: { shell: '^1.0.0' },
  };
  const globalName = `portal_${name.replace('-', '_')}`;
  await writeFile(join(folder, 'remote.json'), JSON.stringify(descriptor));
  await writeFile(join(directory, 'build.json'), JSON.stringify({ entry: 'a.js', globalName, preload: [] }));
  await writeFile(join(directory, 'a.js'), `var ${globalName} = '${version}';`);
  return directory;
};

test('of teams that release at once, one gets each route, and no change is lost', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `team-${index}`);
  // Four routes, each wanted by two teams.
  const routeOf = (name: string) => `/wanted-${Number(name.at(-1)) % 4}`;
  const teams: (Team & { name: string })[] = [];
  for (const name of names) {
    const PORTAL_TOKEN = await createToken(dataDir, name, [name]);
    teams.push({ name, PORTAL_URL, PORTAL_TOKEN });
  }
  /** @returns the names of those who succeed, and what the others read */
  const releaseAll = async (version: string) => {
    const refusals: string[] = [];
    const winners: string[] = [];
    const release = async ({ name, ...team }: Team & { name: string }) => {
      const build = await writeBuild(name, routeOf(name), version);
      await commandOf(team, 'publish', build, '--version', version, '--promote').then(
        () => winners.push(name),
        (error: Error) => refusals.push(error.message),
      );
    };
    await Promise.all(teams.map(release));
    return { winners: winners.toSorted(), refusals };
  };

  const { winners, refusals } = await releaseAll('1.0.0');
  expect(new Set(winners.map(routeOf)).size).toBe(4);
  expect(winners).toHaveLength(4);
  for (const refusal of refusals) expect(refusal).toMatch(/exited with code 1\.\n.*\/wanted-\d/);
  for (let round = 1; round < ROUNDS; round += 1)
    expect((await releaseAll(`1.${round}.0`)).winners).toEqual(winners);

  const versions = Array.from({ length: ROUNDS }, (_, round) => `1.${ROUNDS - 1 - round}.0`);
  for (const name of winners) {
    await untilServed(PORTAL_URL, name, `1.${ROUNDS - 1}.0`);
    const { live, previous, history } = await releaseOf(PORTAL_URL, name);
    expect({ live: live?.version, previous }).toEqual({ live: versions[0], previous: versions[1] });
    expect(history.map(({ action, who, versions: [version] }) => [action, version, who])).toEqual(
      versions.flatMap((version) => [
        ['promote', version, name],
        ['publish', version, name],
      ]),
    );
  }
  const registry = await (await fetch(`${PORTAL_URL}/registry.json`)).text();
  for (const name of names) expect(registry.includes(`/releases/${name}/`)).toBe(winners.includes(name));
});
