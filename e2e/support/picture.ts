import { expect, type TestInfo } from '@playwright/test';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How many pixels may differ: letters are rounded a little differently where they stand elsewhere. */
const TOLERANCE = 0.001;

/**
 * Expects two pictures to show the same. What differs is attached to the report.
 * @param what is shown, for the report
 */
export const expectSamePicture = async (
  test: TestInfo,
  what: string,
  actual: Buffer,
  wanted: Buffer,
): Promise<void> => {
  const [a, b] = [PNG.sync.read(actual), PNG.sync.read(wanted)];
  const size = ({ width, height }: PNG) => `${width} × ${height}`;
  const attach = (name: string, body: Buffer) =>
    test.attach(`${what}, ${name}`, { body, contentType: 'image/png' });
  if (size(a) !== size(b)) {
    await attach('actual', actual);
    await attach('wanted', wanted);
  }
  expect(size(a), `size of ${what}`).toBe(size(b));
  const difference = new PNG({ width: a.width, height: a.height });
  const pixels = pixelmatch(a.data, b.data, difference.data, a.width, a.height);
  if (pixels > 0) {
    await attach('actual', actual);
    await attach('wanted', wanted);
    await attach('difference', PNG.sync.write(difference));
  }
  expect(pixels / (a.width * a.height), `share of ${what} that differs`).toBeLessThanOrEqual(TOLERANCE);
};
