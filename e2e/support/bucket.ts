import { startS3Server } from '@portal/releases/testing/s3-server';
import { parseRelease } from './published';

/** A bucket of an S3-compatible store on loopback. */
export interface Bucket {
  /** The environment variables that AWS's clients need for it. */
  environment: Record<string, string>;
  /** Reads the release document of a remote below a prefix. */
  releaseOf: (prefix: string, name: string) => Promise<ReturnType<typeof parseRelease>>;
  stop: () => Promise<void>;
}

/** Starts a store with one bucket, which anybody may read. */
export const startBucket = async (name: string): Promise<Bucket> => {
  const { environment, stop } = await startS3Server([name]);
  return {
    environment,
    releaseOf: async (prefix, remote) => {
      const answer = await fetch(
        `${environment.AWS_ENDPOINT_URL_S3}/${name}/${prefix}/${remote}/release.json`,
      );
      return parseRelease(await answer.text());
    },
    stop,
  };
};
