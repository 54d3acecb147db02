import * as v from 'valibot';
import { readFileValues } from './file-values';
import { misspelt } from './misspelt';
import {
  platformFaults,
  platformSettings,
  platformVariables,
  type PlatformSettings,
} from './platform-variables';
import type { Given, Variables } from './variables';

/** The environment in the program's own terms. Each room and part declares its settings beside its variables. */
export interface Config extends PlatformSettings {
  /** A sentence about each variable that is probably misspelt. */
  misspelt: readonly string[];
}

/** The environment is invalid. Lists every fault by the name of its variable, never by its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly kind = 'usage';

  constructor(readonly faults: readonly string[]) {
    super(
      `The environment has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}\nFix them and restart.`,
    );
  }
}

/**
 * Reads and checks the whole environment; an empty variable counts as absent. Nothing else in this process reads it.
 * @param rooms the variables of all rooms and parts
 * @param root the base of relative paths (DATA_DIR)
 * @throws ConfigError naming every faulty variable
 */
export const readSettings = (rooms: readonly Variables[], env: Given, root: string): Config => {
  const known = [platformVariables, ...rooms].flatMap(({ entries }) => Object.keys(entries));
  const set: Given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const inFiles = readFileValues(set, known);
  const given: Given = { ...set, ...inFiles.values };
  const platform = v.safeParse(platformVariables, given);
  const parsed = rooms.map(({ parse }) => parse(given));
  const issues = [...(platform.issues ?? []), ...parsed.flatMap((room) => room.issues)];
  const faults = [
    ...inFiles.faults,
    ...issues.map((issue) => `${v.getDotPath(issue)?.split('.')[0] ?? 'environment'} ${issue.message}`),
    ...parsed.flatMap((room) => room.missing),
  ];
  // A template that was not filled in: each replica would make a key of its own.
  if (env['SECRET_KEY'] === '' && !given['SECRET_KEY'] && given['DATABASE_URL'])
    faults.push('SECRET_KEY is empty: set the same for all replicas, from openssl rand -hex 32');
  if (!platform.success || faults.length > 0) throw new ConfigError(faults);

  const settings = platformSettings(platform.output, root, given);
  const settled = parsed.map(({ settle }) => settle(settings));
  const wrong = [...platformFaults(settings), ...settled.flatMap((room) => room.faults)]
    .filter(([isWrong]) => isWrong)
    .map(([, sentence]) => sentence);
  if (wrong.length > 0) throw new ConfigError(wrong);
  const services = rooms.flatMap(({ groups }) => groups.flatMap(([first]) => first ?? []));
  // Each room declares in `Config` what its settings are.
  const config = settled.reduce((some, room) => ({ ...some, ...room.settings }), settings) as Config;
  return { ...config, misspelt: misspelt(Object.keys(given), known, services) };
};
