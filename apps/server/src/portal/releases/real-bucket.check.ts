import { randomUUID } from 'node:crypto';
import { openBucketAt } from './bucket';
import { keepsFiles } from './bucket.contract';

/**
 * `pnpm --filter server test:bucket` verifies that a store can hold releases. RELEASES_TEST_URL is a bucket of
 * it, s3://…, to write to; the AWS variables configure the access.
 */
const bucket = process.env['RELEASES_TEST_URL'];
if (!bucket) throw new Error('RELEASES_TEST_URL is missing. Set it to a bucket for tests: s3://bucket/tests');

keepsFiles('a real bucket', async () =>
  openBucketAt(new URL(`${bucket.replace(/\/$/, '')}/${randomUUID()}`)),
);
