interface Terminal {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

const CLEAR_LINE = '\r\u001B[K';

/**
 * Shows how far an upload is, on one line of a terminal that is cleared at the end. Where nobody looks, in a pipeline
 * or with --json, nothing is shown.
 * @returns what is to be told after each stored file
 */
export const uploadProgress = (
  label: string,
  { json }: { json: boolean },
  terminal: Terminal = process.stderr,
): ((stored: number, all: number) => void) => {
  if (json || !terminal.isTTY) return () => {};
  return (stored, all) => {
    terminal.write(`${CLEAR_LINE}${label}: ${stored} of ${all} files`);
    if (stored === all) terminal.write(CLEAR_LINE);
  };
};
