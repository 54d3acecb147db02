import type { ReleaseDocument } from '@portal/contract';

const published = { entry: 'main.js', preload: [], integrity: {}, publishedAt: '2026-03-04T12:00:00.000Z' };

/** The document with one more version, numbered by how many there were: a lost update is a missing number. */
export const withOneMore = (document: ReleaseDocument | undefined): ReleaseDocument => {
  const versions = document?.versions ?? {};
  return {
    name: 'orders',
    live: null,
    versions: { ...versions, [`1.0.${Object.keys(versions).length}`]: published },
  };
};
