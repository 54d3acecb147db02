import * as v from 'valibot';

/** How the last session ended: the shell passes it to the sign-in page as `location.state`. */
const sessionEndSchema = v.object({ sessionEnd: v.picklist(['logout', 'expiry']) });

/** The state of the sign-in page's address. */
export type SessionEnd = v.InferOutput<typeof sessionEndSchema>;

/** Reads the state of a history entry, which may be anybody's. */
export const readSessionEnd = (state: unknown): SessionEnd['sessionEnd'] | undefined => {
  const { success, output } = v.safeParse(sessionEndSchema, state);
  return success ? output.sessionEnd : undefined;
};
