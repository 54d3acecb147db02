import * as v from 'valibot';

/** How a sign-in call is answered (specification section 7). */
export const outcomeSchema = v.object({
  success: v.boolean(),
  message: v.optional(v.nullable(v.string())),
});

export type Outcome = v.InferOutput<typeof outcomeSchema>;
