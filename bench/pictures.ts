import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from './results';
import { isMet, type Row } from './row';
import type { PageRequest, Visit } from './visit';
import { WORKSPACE } from '../e2e/support/directories';

/** The pictures of docs/performance.md, drawn from the results. */

const IMAGES = join(WORKSPACE, 'docs/images');

const WIDTH = 960;
const LABELS = 300;
const ROW = 18;
const COLORS: Record<string, string> = { script: '#1565c0', xmlhttprequest: '#2e7d32', fetch: '#2e7d32' };
const OTHER = '#757575';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const textAt = (x: number, y: number, text: string, more = '') =>
  `<text x="${x.toFixed(1)}" y="${y}" ${more}>${escape(text)}</text>`;

const bar = (x: number, y: number, width: number, color: string) =>
  `<rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(1, width).toFixed(1)}" height="${ROW - 5}" rx="2" fill="${color}"/>`;

/** A white background keeps the picture readable on a dark page. */
const svg = (
  height: number,
  title: string,
  body: string[],
): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#222">
<title>${escape(title)}</title>
<rect width="100%" height="100%" fill="#fff"/>
${body.join('\n')}
</svg>
`;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

const nameOf = ({ path }: PageRequest) => path.split('/').slice(-2).join('/');

/** Every request of a visit as a bar, one visit below the other, on one scale of time. */
const waterfall = (visits: Record<string, Visit>): string => {
  const end = Math.max(...Object.values(visits).map(({ shownMs }) => shownMs));
  const at = (ms: number) => LABELS + (Math.min(ms, end) / end) * (WIDTH - LABELS - 60);
  const body: string[] = [];
  let y = 10;
  for (const [name, { requests, firstPaintMs, shownMs }] of Object.entries(visits)) {
    const top = y;
    body.push(textAt(8, y + 14, name, 'font-weight="bold" font-size="14"'));
    y += 24;
    for (const request of requests) {
      body.push(
        textAt(8, y + 10, `${nameOf(request)}  ${kilobytes(request.bytes)}`),
        bar(at(request.start), y, at(request.end) - at(request.start), COLORS[request.kind] ?? OTHER),
      );
      y += ROW;
    }
    for (const [ms, label, color] of [
      [firstPaintMs, 'paint', '#ef6c00'],
      [shownMs, 'orders', '#c62828'],
    ] as const)
      body.push(
        `<line x1="${at(ms).toFixed(1)}" x2="${at(ms).toFixed(1)}" y1="${top + 18}" y2="${y}" stroke="${color}" stroke-width="1.5"/>`,
        textAt(
          at(ms),
          top + 14,
          `${label} ${(ms / 1000).toFixed(2)} s`,
          `text-anchor="middle" fill="${color}"`,
        ),
      );
    y += 16;
  }
  return svg(y, 'Requests until the orders are visible', body);
};

/** Amounts as bars; the largest fills the width. */
const bars = (
  title: string,
  amounts: readonly [string, number][],
  textOf: (value: number) => string,
): string => {
  const largest = Math.max(...amounts.map(([, value]) => value));
  const body = amounts.flatMap(([name, value], index) => {
    const y = 10 + index * ROW;
    const width = (value / largest) * (WIDTH - LABELS - 90);
    return [
      textAt(8, y + 10, name),
      bar(LABELS, y, width, '#1565c0'),
      textAt(LABELS + width + 6, y + 10, textOf(value)),
    ];
  });
  return svg(20 + amounts.length * ROW, title, body);
};

const GROWN = /^(300 remotes|10,000 orders|2,000 events)/;

const hasGrown = ({ what, baseline }: Row) => baseline !== undefined && GROWN.test(what);

const growthBars = (rows: readonly Row[]): string =>
  bars(
    'How much more many cost than few',
    rows
      .filter(hasGrown)
      .map((row) => [`${row.what}${isMet(row) === false ? ' (goal missed)' : ''}`, row.result.median]),
    (value) => `× ${value.toFixed(2)}`,
  );

interface Pictured {
  waterfalls?: Record<string, Visit>;
  /** Bytes by package, with brotli. */
  modules?: Record<string, number>;
}

const modulesBars = (modules: Record<string, number>): string =>
  bars(
    'Bytes of the first page by package',
    Object.entries(modules)
      .sort(([, one], [, other]) => other - one)
      .slice(0, 24),
    kilobytes,
  );

/**
 * Draws a picture for each kind of data in the results.
 * @returns each picture as a Markdown image
 */
export const drawPictures = async (results: readonly Result[]): Promise<string[]> => {
  await mkdir(IMAGES, { recursive: true });
  const { waterfalls, modules } = Object.assign({}, ...results.map(({ data }) => data)) as Pictured;
  const rows = results.flatMap((result) => result.rows);
  const pictures = [
    ['performance-waterfall', 'Requests until the orders are visible', waterfalls && waterfall(waterfalls)],
    ['performance-modules', 'Bytes of the first page by package', modules && modulesBars(modules)],
    [
      'performance-growth',
      'How much more many cost than few',
      rows.some(hasGrown) ? growthBars(rows) : undefined,
    ],
  ] as const;
  const drawn = pictures.flatMap(([file, title, picture]) => (picture ? [{ file, title, picture }] : []));
  await Promise.all(drawn.map(({ file, picture }) => writeFile(join(IMAGES, `${file}.svg`), picture)));
  return drawn.map(({ file, title }) => `![${title}](images/${file}.svg)`);
};
