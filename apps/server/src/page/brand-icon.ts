import { channelsOf, readableOn, type Brand, type Rgb } from '@portal/contract';
import { crc32, deflateSync } from 'node:zlib';

/** A rounded rectangle; lengths are shares of the icon's side. */
interface Shape {
  x: number;
  y: number;
  width: number;
  height: number;
  radius: number;
  isPaper?: boolean;
}

/** The lines of an order, from its heading to its last one. */
const LINES = [0.18, 0.26, 0.26, 0.2].map((width, row) => {
  const [x, y, height] = [0.37, 0.345 + row * 0.095, 0.04];
  return { x, y, width, height, radius: height / 2 };
});

/** An order on a sheet of paper, within the safe zone of a maskable icon: a circle of 80 % (W3C Manifest, 5.1). */
const SHAPES: readonly Shape[] = [
  { x: 0.3, y: 0.24, width: 0.4, height: 0.52, radius: 0.045, isPaper: true },
  ...LINES,
];

/** How much of a pixel a shape covers, from 0 to 1: its signed distance makes the edges smooth. */
const coverage = ({ x, y, width, height, radius }: Shape, atX: number, atY: number, side: number): number => {
  const outX = Math.abs(atX - x - width / 2) - width / 2 + radius;
  const outY = Math.abs(atY - y - height / 2) - height / 2 + radius;
  const outside = Math.hypot(Math.max(outX, 0), Math.max(outY, 0)) + Math.min(Math.max(outX, outY), 0);
  return Math.min(Math.max(0.5 - (outside - radius) * side, 0), 1);
};

/** The pixels of the icon, in rows that begin with the number of their filter: none. */
const draw = (background: Rgb, paper: Rgb, side: number): Buffer => {
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(side * 3, Buffer.from(background))]);
  const rows = Buffer.alloc(side * row.length, row);
  for (const shape of SHAPES) {
    const color = shape.isPaper ? paper : background;
    const [firstX, firstY] = [Math.floor(shape.x * side), Math.floor(shape.y * side)];
    const [lastX, lastY] = [(shape.x + shape.width) * side, (shape.y + shape.height) * side];
    for (let y = firstY; y <= lastY; y += 1)
      for (let x = firstX; x <= lastX; x += 1) {
        const share = coverage(shape, (x + 0.5) / side, (y + 0.5) / side, side);
        const start = y * row.length + 1 + x * 3;
        const below = rows.subarray(start, start + 3);
        below.set(color.map((over, at) => Math.round(over * share + (below[at] ?? 0) * (1 - share))));
      }
  }
  return rows;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/**
 * The icon of home screens, which need pixels: a sheet of paper on the brand's color, without transparency, because
 * iOS would fill it with black. The first letter, as in the SVG, would need a font.
 */
export const iconPng = ({ primaryColor }: Pick<Brand, 'primaryColor'>, side: number): Buffer => {
  const rows = draw(channelsOf(primaryColor), channelsOf(readableOn(primaryColor)), side);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 8 bits for each of red, green, and blue.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
