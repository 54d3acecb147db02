import * as v from 'valibot';
import { bootSchema } from './boot';

/**
 * What the shell reads of `GET /embed.json`; apart from what the element reads (`embed.ts`), which stays small. It
 * ignores what it does not know, so that the server can be newer.
 */
export const embedBootSchema = v.object({
  boot: bootSchema,
  /**
   * What the first POST must repeat in `X-XSRF-TOKEN`, because a page of another origin cannot read the cookie. An
   * answer whose header `X-XSRF-TOKEN` names another one replaces it. Null when the portal's server knows none.
   */
  csrfToken: v.nullable(v.string()),
});

export type EmbedBoot = v.InferOutput<typeof embedBootSchema>;
