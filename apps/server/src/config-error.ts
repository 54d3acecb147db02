/** The environment cannot be used. Lists every fault by the variable's name, never by its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly faults: readonly string[]) {
    super(
      `The environment has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}\nSet them right and start again.`,
    );
  }
}
