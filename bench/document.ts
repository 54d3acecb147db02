import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPictures } from './pictures';
import type { Result } from './results';
import { tableAndList } from './table';
import { WORKSPACE } from '../e2e/support/directories';

const DOCUMENT = join(WORKSPACE, 'docs/performance.md');
const BEGIN = '<!-- bench: begin -->';
const END = '<!-- bench: end -->';

const measuredOn = (results: readonly Result[]): string => {
  const lines = results.map(({ measuredAt, machine }) => `${measuredAt.slice(0, 10)} on ${machine}`);
  return `Measured ${[...new Set(lines)].join('; ')}.`;
};

/** Writes the figures and the pictures of the last results between the markers of docs/performance.md. */
export const writeDocument = async (results: readonly Result[]): Promise<void> => {
  const text = await readFile(DOCUMENT, 'utf8');
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${DOCUMENT} lost its markers ${BEGIN} and ${END}.`);
  const pictures = await drawPictures(results);
  const figures = tableAndList(results.flatMap(({ rows }) => rows));
  const written = [BEGIN, '', measuredOn(results), '', figures, ...pictures.flatMap((line) => [line, ''])];
  await writeFile(DOCUMENT, text.slice(0, begin) + written.join('\n') + text.slice(end));
};
