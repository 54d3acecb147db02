export const releaseVerbs = ['publish', 'promote', 'canary', 'rollback'] as const;

type ReleaseVerb = (typeof releaseVerbs)[number];

/** Who calls: the operator, or a team with a token for its remotes. */
export type Caller =
  | { who: string; operator: true }
  | {
      who: string;
      operator: false;
      names: readonly string[];
      verbs: readonly ReleaseVerb[];
      tokenId: string;
    };
