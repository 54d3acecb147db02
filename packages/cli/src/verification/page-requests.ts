import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Page, Request as PageRequest, Route } from 'playwright-core';
import type { MockedCalls } from './mocked-calls';
import { policyFor, withCandidate, withCandidateInRegistry, type Candidate } from './portal-page';

/** The sources of the responses to a page's requests. */
export interface Source {
  /** The portal's URL, without a trailing slash. */
  portalUrl: string;
  basePath: string;
  candidate: Candidate;
  /** The folder with the build. */
  directory: string;
  calls: MockedCalls;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const headersOf = (answer: Response): Record<string, string> => Object.fromEntries(answer.headers);

/** Headers that do not fit the changed body, cookies, and preload hints for calls that are mocked. */
const DROPPED_HEADERS = ['content-encoding', 'content-length', 'transfer-encoding', 'set-cookie', 'link'];

/**
 * Answers the requests of a page: its HTML and the shell come from the portal, the remote from its build, calls from mocks.
 * @returns the problems of the mocks, as sentences; the set grows
 */
export const answerRequests = async (
  page: Page,
  { portalUrl, basePath, candidate, directory, calls }: Source,
): Promise<ReadonlySet<string>> => {
  const remarks = new Set<string>();
  const { origin } = new URL(portalUrl);
  const { name, version, published } = candidate;
  const own = `/releases/${name}/${version}/`;

  const answerDocument = async (route: Route): Promise<void> => {
    const answer = await route.fetch();
    const headers = Object.fromEntries(
      Object.entries(answer.headers()).filter(([header]) => !DROPPED_HEADERS.includes(header)),
    );
    const policy = headers['content-security-policy'];
    await route.fulfill({
      status: answer.status(),
      headers: { ...headers, ...(policy && { 'content-security-policy': policyFor(policy, candidate) }) },
      body: withCandidate(await answer.text(), answer.url(), candidate),
    });
  };

  const answerRegistry = async (route: Route): Promise<void> => {
    const answer = await route.fetch();
    const text = withCandidateInRegistry(await answer.text(), candidate, basePath);
    await route.fulfill({ contentType: 'application/json', body: text });
  };

  const answerFile = async (route: Route, file: string): Promise<void> => {
    if (published.integrity[file] === undefined) return route.fulfill({ status: 404 });
    const contentType = TYPES[extname(file)] ?? 'application/octet-stream';
    await route.fulfill({ contentType, body: await readFile(join(directory, file)) });
  };

  const answerCall = async (route: Route, request: PageRequest, path: string): Promise<void> => {
    const body = request.postDataBuffer();
    const answer = await calls(
      new Request(origin + path + new URL(request.url()).search, {
        method: request.method(),
        headers: request.headers(),
        ...(body && { body: new Uint8Array(body) }),
      }),
    ).catch((error: unknown) => {
      remarks.add(`${request.method()} ${path} has no answer: its mock threw ${String(error)}`);
      throw error;
    });
    if (answer) {
      const content = Buffer.from(await answer.arrayBuffer());
      return route.fulfill({ status: answer.status, headers: headersOf(answer), body: content });
    }
    if (!['fetch', 'xhr'].includes(request.resourceType())) return route.continue();
    remarks.add(
      `${request.method()} ${path} has no mock, so it was answered with 404: add it to dev/mocks.ts`,
    );
    return route.fulfill({ status: 404, json: {} });
  };

  const answerRequest = (route: Route, request: PageRequest): Promise<void> => {
    const url = new URL(request.url());
    if (url.origin !== origin || !url.pathname.startsWith(basePath)) return route.continue();
    const path = url.pathname.slice(basePath.length);
    if (request.isNavigationRequest()) return answerDocument(route);
    if (path === '/telemetry') return route.fulfill({ status: 204 });
    if (path === '/registry.json') return answerRegistry(route);
    if (path.startsWith(own)) return answerFile(route, decodeURIComponent(path.slice(own.length)));
    if (path.startsWith('/releases/')) return route.continue();
    return answerCall(route, request, path);
  };

  // Abort requests that fail, because the page is closed or the portal unreachable.
  await page.route('**/*', (route, request) =>
    answerRequest(route, request).catch(() => route.abort().catch(() => undefined)),
  );
  return remarks;
};
