import type { Descriptor } from '@portal/contract';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from '@portal/releases';
import * as v from 'valibot';
import { SAMPLE_CALLS } from './sample-calls';

/** The part of MSW's request handler used here. */
interface Handler {
  run: (call: {
    request: Request;
    requestId: string;
    resolutionContext: { baseUrl: string };
  }) => Promise<{ response?: Response | undefined } | null>;
}

const isHandler = (value: unknown): value is Handler =>
  typeof value === 'object' && value !== null && 'run' in value && typeof value.run === 'function';

const mocksSchema = v.object({
  handlers: v.array(v.custom<Handler>(isHandler, 'must be a request handler of MSW')),
});

const viteSchema = v.object({
  runnerImport: v.custom<(file: string, options: object) => Promise<{ module: unknown }>>(
    (value) => typeof value === 'function',
  ),
});

/** Imports a module with the remote's own Vite, which reads any TypeScript; without it, as this process can. */
const importModule = async (file: string, folder: string): Promise<unknown> => {
  const { resolve: resolveIn } = createRequire(join(folder, 'package.json'));
  let vite: string;
  try {
    vite = resolveIn('vite');
  } catch {
    return import(pathToFileURL(file).href);
  }
  const { runnerImport } = v.parse(viteSchema, await import(pathToFileURL(vite).href));
  const options = { root: folder, configFile: false, logLevel: 'silent', resolve: { tsconfigPaths: true } };
  return (await runnerImport(file, options)).module;
};

/** @throws UsageError if there is a `dev/mocks.ts` that cannot be used */
const readHandlers = async (folder: string): Promise<Handler[]> => {
  const file = join(folder, 'dev/mocks.ts');
  if (!existsSync(file)) return [];
  try {
    return v.parse(mocksSchema, await importModule(file, folder)).handlers;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(
      `${file} cannot be used: ${reason}. It must export \`handlers\` of MSW; to read TypeScript, install Vite beside it.`,
      { cause },
    );
  }
};

/** Answers a call at a path without the portal's base path; undefined for an unknown call. */
export type MockedCalls = (request: Request) => Promise<Response | undefined>;

/** Answers the calls of a remote from its own mocks, then from samples, which sign a customer in. */
export const mockedCalls = async (
  folder: string,
  { access }: Pick<Descriptor, 'access'>,
): Promise<MockedCalls> => {
  const handlers = await readHandlers(folder);
  return async (request) => {
    const { origin, pathname, searchParams } = new URL(request.url);
    for (const [index, handler] of handlers.entries()) {
      const call = { request, requestId: String(index), resolutionContext: { baseUrl: origin } };
      const result = await handler.run(call);
      if (result?.response) return result.response;
    }
    if (access === 'anonymous' && pathname === '/auth-check')
      return Response.json({ success: false }, { status: 401 });
    const sample = Object.hasOwn(SAMPLE_CALLS, pathname) ? SAMPLE_CALLS[pathname] : undefined;
    return sample && Response.json(sample(searchParams));
  };
};
