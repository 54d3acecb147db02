/** Long enough for a slow server, short enough for a probe. */
const patience = 2000;

/**
 * Whether the upstream answers anything at all. Said by the readiness probe without failing it: a portal that
 * shows its page and says what is wrong serves a customer better than none.
 */
export const upstreamAnswers = async (
  upstream: URL,
): Promise<{ upstream: 'answers' | 'does not answer' }> => {
  try {
    const answer = await fetch(upstream, { redirect: 'manual', signal: AbortSignal.timeout(patience) });
    await answer.body?.cancel();
    return { upstream: 'answers' };
  } catch {
    return { upstream: 'does not answer' };
  }
};
