import { createToken } from '../e2e/support/portal-process';
import type { Portal } from './portal';

/** The files of a build, by path. */
export type Files = Record<string, string | Uint8Array<ArrayBuffer>>;

/** A team that releases remotes through a portal, with a token, as `portal` does. */
export const teamAt = async (
  { url, dataDir }: Pick<Portal, 'url' | 'dataDir'>,
  team: string,
  names: string[],
) => {
  const headers = { authorization: `Bearer ${await createToken(dataDir, team, names)}` };
  const call = async (name: string, init: RequestInit): Promise<void> => {
    const answer = await fetch(`${url}/-/releases/${name}`, {
      method: 'POST',
      ...init,
      headers: { ...headers, ...init.headers },
    });
    if (!answer.ok) throw new Error(`${name} of ${team}: ${await answer.text()}`);
  };
  return {
    publish: (publication: { name: string; version: string; descriptor: object }, files: Files) => {
      const form = new FormData();
      form.set('publication', JSON.stringify({ ...publication, baseVersion: publication.version }));
      for (const [path, content] of Object.entries(files)) form.set(path, new Blob([content]), path);
      return call('publish', { body: form });
    },
    promote: (name: string, version: string) =>
      call('promote', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, version }),
      }),
  };
};
