import { ConfigError } from '../platform/config/config';
import { readConfig } from '../variables';

/** The faults of an environment, each as the portal says it. */
export const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env, '/portal');
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};
