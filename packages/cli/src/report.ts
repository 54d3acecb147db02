interface Report {
  /** For programs. */
  data: unknown;
  /** For people: a line, or several. */
  text: string;
  warnings?: readonly string[];
}

/** Says what became of a command: a text, or one JSON document on stdout and nothing else. */
export const report = ({ json }: { json: boolean }, { data, text, warnings = [] }: Report): void => {
  if (json) {
    process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
    return;
  }
  process.stdout.write(`${text}\n`);
  for (const warning of warnings) process.stderr.write(`portal: warning: ${warning}\n`);
};
