interface Output {
  write: (text: string) => unknown;
  isTTY?: boolean;
  hasColors?: (env?: object) => boolean;
}

/** Everything a command takes from its process. */
export interface Io {
  stdout: Output;
  stderr: Output;
  env: NodeJS.ProcessEnv;
  /** The workspace: `pnpm portal` runs at its root. */
  cwd: string;
  /** Asks the person at the terminal; absent without a terminal. */
  ask?: (question: string) => Promise<string>;
}

/** Whether to write colors: to a terminal only, and not with NO_COLOR. */
export const hasColors = (output: Output, env: NodeJS.ProcessEnv): boolean =>
  output.isTTY === true && output.hasColors?.(env) === true;
