import { randomUUID } from 'node:crypto';
import { keepsReleases } from './release-storage.contract';

/**
 * `pnpm --filter @portal/releases test:bucket` proves that a store is fit for releases. RELEASES_TEST_URL is a bucket
 * in it, s3://…, that may be written to; the variables of AWS say how to reach it.
 */
const bucket = process.env['RELEASES_TEST_URL'];
if (!bucket) throw new Error('RELEASES_TEST_URL is missing. Set it to a bucket for tests: s3://bucket/tests');

keepsReleases('a real bucket', {
  newUrl: async () => new URL(`${bucket.replace(/\/$/, '')}/${randomUUID()}`),
});
