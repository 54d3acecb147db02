import * as v from 'valibot';

/** The response of the sign-in calls (specification section 7). */
export const signInResponseSchema = v.object({
  success: v.boolean(),
  message: v.optional(v.nullable(v.string())),
});

export type SignInResponse = v.InferOutput<typeof signInResponseSchema>;
