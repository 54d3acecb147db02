import type { ReleaseVerb } from '../releases/team-token-store';

export { releaseVerbs, type ReleaseVerb } from '../releases/team-token-store';

/** Who calls: the operator, or a team with the token for its remotes. */
export type Caller =
  | { who: string; operator: true }
  | {
      who: string;
      operator: false;
      names: readonly string[];
      verbs: readonly ReleaseVerb[];
      tokenId: string;
    };
