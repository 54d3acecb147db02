import { join } from 'node:path';
import { plainDescriptor, writeBuild } from '../support/builds';
import { RUN_DIR } from '../support/directories';
import { commandOf, type Team } from '../support/portal-process';
import { releaseOf, untilServed } from '../support/published';
import { createToken } from '../support/server';
import { expect, servePortal, test } from '../support/test';

const PORTAL_URL = servePortal({ name: 'eight-teams', port: 4764 });
const ROUNDS = 5;

/** Writes a build of a remote with one route. @returns the directory to publish */
const buildOf = (name: string, route: string, version: string): Promise<string> => {
  const globalName = `portal_${name.replace('-', '_')}`;
  return writeBuild({
    folder: join(RUN_DIR, 'eight-teams-builds', version, name),
    descriptor: plainDescriptor(name, route),
    build: { entry: 'a.js', globalName },
    files: { 'a.js': `var ${globalName} = '${version}';` },
  });
};

test('of teams that release at once, one gets each route, and no change is lost', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `team-${index}`);
  // Four routes, each wanted by two teams.
  const routeOf = (name: string) => `/wanted-${Number(name.at(-1)) % 4}`;
  const teams: (Team & { name: string })[] = [];
  for (const name of names) {
    const PORTAL_TOKEN = await createToken(join(RUN_DIR, 'eight-teams'), name, [name]);
    teams.push({ name, PORTAL_URL, PORTAL_TOKEN });
  }
  /** @returns the names of those who succeed, and what the others read */
  const releaseAll = async (version: string) => {
    const refusals: string[] = [];
    const winners: string[] = [];
    const release = async ({ name, ...team }: Team & { name: string }) => {
      const build = await buildOf(name, routeOf(name), version);
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
