import type { LoadCause, ReleaseFile } from '@portal/contract';
import { LoadFailure } from './load-failure';

/** How long the second look may take, in milliseconds. */
const LIMIT = 5_000;

const sha384 = async (content: ArrayBuffer): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', content));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
};

/** Whether a file is there and is another one than was published; what cannot be found out counts as no. */
const differs = async ({ url, integrity }: ReleaseFile): Promise<boolean> => {
  // Browsers digest on https and on localhost only.
  if (!integrity || !('subtle' in crypto)) return false;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(LIMIT) });
    return answer.ok && (await sha384(await answer.arrayBuffer())) !== integrity;
  } catch {
    return false;
  }
};

/**
 * Why a file is not in the page. The browser says the same of one that did not arrive and of one that it refused,
 * so that a second look is needed to tell them apart.
 * @param reason the cause as long as the file is not another one
 */
export const lostFile = async (
  reason: LoadCause,
  file: ReleaseFile,
  options?: ErrorOptions,
): Promise<LoadFailure> =>
  (await differs(file))
    ? new LoadFailure('integrity', `${file.url} is not the file that was published.`, options)
    : new LoadFailure(reason, `${file.url} did not arrive.`, options);
