import { expect, type TestInfo } from '@playwright/test';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** The share of pixels that may differ: text at another position is anti-aliased differently. */
const TOLERANCE = 0.001;

/**
 * Expects two pictures to be equal; attaches both and their difference to the report otherwise.
 * @param what the pictures show, for the report
 */
export const expectSamePicture = async (
  test: TestInfo,
  what: string,
  actual: Buffer,
  wanted: Buffer,
): Promise<void> => {
  if (actual.equals(wanted)) return;
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
