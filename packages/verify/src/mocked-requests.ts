import type { Page, Request as PageRequest, Route } from 'playwright-core';
import type { MockedCalls } from './mocked-calls';

/** Answers the calls of a page from mocks. @returns the calls without an answer, as sentences; the set grows */
export const mockRequests = async (
  page: Page,
  portalUrl: string,
  calls: MockedCalls,
): Promise<ReadonlySet<string>> => {
  const remarks = new Set<string>();

  const answerCall = async (route: Route, request: PageRequest, path: string): Promise<void> => {
    const body = request.postDataBuffer();
    const call = new Request(new URL(portalUrl).origin + path + new URL(request.url()).search, {
      method: request.method(),
      headers: request.headers(),
      ...(body && { body: new Uint8Array(body) }),
    });
    const response = await calls(call).catch((error: unknown) => {
      remarks.add(`${request.method()} ${path} has no answer: its mock threw ${String(error)}`);
      throw error;
    });
    if (response) {
      const headers = Object.fromEntries(response.headers);
      return route.fulfill({
        status: response.status,
        headers,
        body: Buffer.from(await response.arrayBuffer()),
      });
    }
    if (!['fetch', 'xhr'].includes(request.resourceType())) return route.continue();
    remarks.add(
      `${request.method()} ${path} has no mock, so it was answered with 404: add it to dev/mocks.ts`,
    );
    return route.fulfill({ status: 404, json: {} });
  };

  const answerRequest = (route: Route, request: PageRequest): Promise<void> => {
    if (!request.url().startsWith(`${portalUrl}/`)) return route.continue();
    const path = new URL(request.url()).pathname.slice(new URL(`${portalUrl}/`).pathname.length - 1);
    const isOfPortal =
      path.startsWith('/releases/') || ['/registry.json', '/embed.js', '/embed.json'].includes(path);
    if (request.isNavigationRequest() || isOfPortal) return route.continue();
    // The portal counts the failures of customers only.
    if (path === '/telemetry') return route.fulfill({ status: 204 });
    return answerCall(route, request, path);
  };

  // Abort requests that fail, because the page is closed or the portal unreachable.
  await page.route('**/*', (route, request) =>
    answerRequest(route, request).catch(() => route.abort().catch(() => undefined)),
  );
  return remarks;
};
