import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

/** Where the page of a remote that runs alone hears of type errors: bundlers only strip types. */
export const TYPE_ERRORS = '/type-errors';

/** Runs `tsc --watch`. @param onChecked is called after each check, with its errors, one a line */
const checkTypes = (compiler: string, directory: string, onChecked: (errors: string) => void): void => {
  const options = ['--noEmit', '--watch', '--preserveWatchOutput', '--pretty', 'false'];
  const watching = spawn(process.execPath, [compiler, ...options], { cwd: directory });
  process.once('exit', () => watching.kill());
  let output = '';
  watching.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    const [report] = /^[^]*Found \d+ errors?\. Watching/.exec(output) ?? [];
    if (report === undefined) return;
    output = '';
    onChecked(report.match(/^.*\berror TS\d+:.*$/gm)?.join('\n') ?? '');
  });
};

/** Answers `TYPE_ERRORS` with events. Checks only a remote with a TypeScript of its own, not those of the workspace. */
export const typeErrors = (directory: string) => {
  const compiler = join(directory, 'node_modules/typescript/bin/tsc');
  const pages = new Set<ServerResponse>();
  let last: string | undefined;

  const send = (page: ServerResponse): void => {
    if (last !== undefined) page.write(`data: ${JSON.stringify(last)}\n\n`);
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    // With this status, the page does not ask again.
    if (!existsSync(compiler)) return void response.writeHead(204).end();
    if (pages.size === 0 && last === undefined)
      checkTypes(compiler, directory, (errors) => {
        last = errors;
        pages.forEach(send);
      });
    pages.add(response.writeHead(200, { 'content-type': 'text/event-stream' }));
    request.once('close', () => pages.delete(response));
    response.flushHeaders();
    send(response);
  };
};
