import * as v from 'valibot';
import { bootSchema } from './boot';

/**
 * The part of `GET /embed.json` that the shell reads; `embed.ts` has the element's part. Unknown fields are ignored
 * because the server can be newer.
 */
export const embedBootSchema = v.object({
  boot: bootSchema,
  /**
   * The token that the first POST repeats in `X-XSRF-TOKEN`, because a page of another origin can't read the cookie. A
   * response with that header replaces it. Null when the portal's server has none.
   */
  csrfToken: v.nullable(v.string()),
});

export type EmbedBoot = v.InferOutput<typeof embedBootSchema>;
