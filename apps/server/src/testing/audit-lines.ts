import { readFile } from 'node:fs/promises';

type Line = Record<string, unknown>;

/** The lines of an audit log with these fields. */
export const auditLines = async (file: string, fields: Line): Promise<Line[]> => {
  const written = await readFile(file, 'utf8').catch(() => '');
  return written
    .split('\n')
    .filter(Boolean)
    .map((text): Line => JSON.parse(text))
    .filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
};
