import { randomUUID } from 'node:crypto';
import { keepsReleases } from './storage.contract';

/**
 * `pnpm --filter @portal/releases test:bucket` verifies that a store can hold releases. RELEASES_TEST_URL is a bucket of
 * it, s3://…, to write to; the AWS variables configure the access.
 */
const bucket = process.env['RELEASES_TEST_URL'];
if (!bucket) throw new Error('RELEASES_TEST_URL is missing. Set it to a bucket for tests: s3://bucket/tests');

keepsReleases('a real bucket', async () => new URL(`${bucket.replace(/\/$/, '')}/${randomUUID()}`));
