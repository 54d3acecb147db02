import { readFile } from 'node:fs/promises';

type Line = Record<string, unknown>;

/** The lines of an audit log about an event, once there are so many: a request is answered before its line is written. */
export const auditLines = async (file: string, event: string, count = 1): Promise<Line[]> => {
  const written = await readFile(file, 'utf8').catch(() => '');
  const lines = written
    .split('\n')
    .filter(Boolean)
    .map((text): Line => JSON.parse(text))
    .filter((line) => line['event'] === event);
  return lines.length < count ? auditLines(file, event, count) : lines;
};
