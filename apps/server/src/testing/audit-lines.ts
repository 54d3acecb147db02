import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

type Line = Record<string, unknown>;

const LONGEST_WAIT_MS = 20_000;

/**
 * The lines of an audit log with these fields, once there are so many: the response to a request is sent before
 * its line is written.
 */
export const auditLines = async (file: string, fields: Line, count = 1): Promise<Line[]> => {
  const end = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    const written = await readFile(file, 'utf8').catch(() => '');
    const lines = written
      .split('\n')
      .filter(Boolean)
      .map((text): Line => JSON.parse(text))
      .filter((line) => Object.entries(fields).every(([name, value]) => line[name] === value));
    if (lines.length >= count) return lines;
    if (Date.now() > end) throw new Error(`Only ${lines.length} of ${count} lines came: ${written}`);
    await sleep(5);
  }
};
