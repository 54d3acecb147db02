import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WORKSPACE } from './directories';

/** The lines of the shell block of a document that begins with a command. */
export const documentedCommands = async (document: string, first: string): Promise<string[]> => {
  const text = await readFile(join(WORKSPACE, 'docs', document), 'utf8');
  const block = [...text.matchAll(/```sh\n(.*?)```/gs)].find(([, lines]) => lines?.startsWith(first))?.[1];
  if (block === undefined) throw new Error(`docs/${document} has no block that begins with ${first}.`);
  return block.trim().split('\n');
};
