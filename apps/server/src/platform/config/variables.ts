import * as v from 'valibot';
import type { PlatformSettings } from './platform-variables';

/** The variables that have a value, not yet parsed: an empty one counts as absent. */
export type Given = Readonly<Record<string, string | undefined>>;

/** Whether something is wrong, and the sentence about it, which names variables and no value. */
export type Fault = readonly [isWrong: boolean, sentence: string];

/** Variables of a room or a part, and what the program makes of them. */
interface Definition<Entries extends v.ObjectEntries, Settings extends object> {
  /** Each with its type and default. A message completes `NAME …`, and never contains a value. */
  entries: Entries;
  /** Variables that are set together, or not at all. */
  groups?: readonly (readonly string[])[];
  /** Variables that do nothing without another, and what that is. */
  companions?: readonly (readonly [name: string, needed: string, what: string])[];
  /** The settings in the program's own terms. */
  settings: (
    variables: v.InferOutput<v.ObjectSchema<Entries, undefined>>,
    platform: PlatformSettings,
  ) => Settings;
  /** Faults of variables that are right by themselves. */
  faults?: (settings: Settings, platform: PlatformSettings, given: Given) => readonly Fault[];
}

/** Says which variables lack the others of their group, or the one that they need. */
const missing = (
  { groups = [], companions = [] }: Pick<Definition<v.ObjectEntries, object>, 'groups' | 'companions'>,
  given: Given,
): string[] => [
  ...groups
    .filter((group) => group.some((name) => given[name]))
    .flatMap((group) =>
      group
        .filter((name) => !given[name])
        .map((name) => `${name} is missing: set all of ${group.join(', ')}`),
    ),
  ...companions
    .filter(([name, needed]) => given[name] && !given[needed])
    .map(([name, needed, what]) => `${needed} is missing: ${name} needs ${what}`),
];

/** Defines the variables of a room or a part, beside what uses them. apps/server/src/variables.ts lists all. */
export const defineVariables = <const Entries extends v.ObjectEntries, Settings extends object>(
  definition: Definition<Entries, Settings>,
) => ({
  entries: definition.entries,
  groups: definition.groups ?? [],
  settings: definition.settings,
  /** Parses the variables. */
  parse: (given: Given) => {
    const { success, output, issues = [] } = v.safeParse(v.object(definition.entries), given);
    return {
      issues,
      missing: missing(definition, given),
      /** The settings and their faults. There are none while there are issues. */
      settle: (platform: PlatformSettings): { settings: object; faults: readonly Fault[] } => {
        if (!success) return { settings: {}, faults: [] };
        const settings = definition.settings(output, platform);
        return { settings, faults: definition.faults?.(settings, platform, given) ?? [] };
      },
    };
  },
});

/** Any variables. */
export type Variables = Pick<ReturnType<typeof defineVariables>, 'entries' | 'groups' | 'parse'>;

/** The settings that some variables give. */
export type SettingsOf<Defined extends { settings: (...parameters: never[]) => object }> = ReturnType<
  Defined['settings']
>;
