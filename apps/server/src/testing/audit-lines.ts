import { readFile } from 'node:fs/promises';

type Line = Record<string, unknown>;

/** The lines of an audit log with these fields. @throws Error if there are fewer than `count` */
export const auditLines = async (file: string, fields: Line, count = 1): Promise<Line[]> => {
  const written = await readFile(file, 'utf8').catch(() => '');
  const lines = written
    .split('\n')
    .filter(Boolean)
    .map((text): Line => JSON.parse(text))
    .filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
  if (lines.length < count)
    throw new Error(`The audit log has ${lines.length} lines with ${JSON.stringify(fields)}:\n${written}`);
  return lines;
};
