import { readFile } from 'node:fs/promises';

type Line = Record<string, unknown>;

/**
 * The lines of an audit log with these fields, once there are so many: the response to a request is sent before
 * its line is written.
 */
export const auditLines = async (file: string, fields: Line, count = 1): Promise<Line[]> => {
  const written = await readFile(file, 'utf8').catch(() => '');
  const lines = written
    .split('\n')
    .filter(Boolean)
    .map((text): Line => JSON.parse(text))
    .filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
  return lines.length < count ? auditLines(file, fields, count) : lines;
};
