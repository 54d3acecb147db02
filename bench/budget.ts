import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBuild } from '@portal/releases';
import getPort from 'get-port';
import * as v from 'valibot';
import { WORKSPACE } from '../e2e/support/directories';
import { operatorCommand, startServer } from '../e2e/support/server';
import { buildApps } from './builds';

/**
 * Part of `pnpm check`: fails when the first page of a signed-in customer needs more than `budget.json` allows. Requests
 * the page from the built server and reads the manifests of the builds, without a browser.
 */

const budgetSchema = v.object({
  /** Script bytes of the first page, compressed with brotli. */
  scriptBytes: v.number(),
  /** Requests after the HTML. */
  requests: v.number(),
  /** The longest chain of requests that wait for each other. */
  levels: v.number(),
  /** The requests of a page that embeds the portal: `embed.js` and `embed.json` in place of the portal's HTML. */
  embeddedRequests: v.number(),
  /** Script bytes of that page, divided by those of the portal's own page. */
  embeddedScript: v.number(),
});

const PAGE = '/service-orders';
/** The calls of that page. The second waits for the first unless the page names it. */
const CALLS = ['/auth-check', '/serviceOrder/list'];
/** The element requests these before the shell. */
const EMBED_FILES = ['/embed.js', '/embed.json'];

/** Nothing listens here: the budget makes no API call. */
const UPSTREAM = 'http://127.0.0.1:9';

/** The addresses that the HTML of a page loads, preloads or calls. */
const namedIn = async (page: Response): Promise<string[]> => {
  const html = await page.text();
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  const loading = tags.filter((tag) => /\ssrc=|\srel="?(?:preload|modulepreload|stylesheet)/.test(tag));
  return [
    ...loading.flatMap((tag) => /\s(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? []),
    ...CALLS.filter((call) => html.includes(`"${call}"`)),
  ];
};

/** The files that a signed-in customer needs for the list of orders, each as the end of its path. */
const neededFiles = async (): Promise<string[]> => {
  const buildOf = (app: string) => readBuild(join(WORKSPACE, 'apps', app, 'dist'));
  const { entry: shell } = await buildOf('shell'); // Its preloads are for the sign-in.
  const { entry, preload, styles } = await buildOf('orders');
  return [shell, entry, ...preload, ...styles].map((file) => `/${file}`);
};

/** Compares needed files by the end of their path, because the server decides where releases are. */
const measure = async (url: string) => {
  const get = (path: string, accept = '*/*') =>
    fetch(url + path, { headers: { accept, 'accept-encoding': 'br', cookie: 'session_token=budget' } });
  const named = [...new Set(await namedIn(await get(PAGE, 'text/html')))];
  const needed = await neededFiles();
  const isNamed = (end: string) => named.some((path) => path.endsWith(end));
  const found = [...needed, ...CALLS].filter((end) => !isNamed(end));
  const bytesOf = async (paths: readonly string[]) => {
    const scripts = paths.filter((path) => /\.m?js$/.test(path));
    const answers = await Promise.all(scripts.map((path) => get(path)));
    return answers.reduce((total, { headers }) => total + Number(headers.get('content-length')), 0);
  };
  const scriptBytes = await bytesOf(named);
  // The element loads the files that the page needs, but not the page's other preloads.
  const embedded = [...EMBED_FILES, ...named.filter((path) => needed.some((end) => path.endsWith(end)))];
  return {
    scriptBytes,
    embeddedRequests: EMBED_FILES.length + needed.length + CALLS.length,
    embeddedScript: (await bytesOf(embedded)) / scriptBytes,
    requests: named.length + found.length,
    // Files that the page does not name load together, as one more level; each unnamed call adds a level.
    levels:
      1 + Number(needed.some((end) => found.includes(end))) + CALLS.filter((call) => !isNamed(call)).length,
  };
};

await buildApps();
const dataDir = await mkdtemp(join(tmpdir(), 'portal-budget-'));
await operatorCommand(dataDir, ['publish', '--all', '--promote']);
const portal = await startServer({
  port: await getPort(),
  dataDir,
  environment: { API_UPSTREAM: UPSTREAM },
  probe: '/healthz',
});
const measured = await measure(portal.url);
await portal.stop();
await rm(dataDir, { recursive: true });

const budget = v.parse(
  budgetSchema,
  JSON.parse(await readFile(join(import.meta.dirname, 'budget.json'), 'utf8')),
);
for (const [name, value] of Object.entries(measured)) {
  const allowed = budget[name as keyof typeof budget];
  process.stdout.write(`${name}: ${value} of ${allowed}\n`);
  if (value > allowed) {
    process.stdout.write(
      `The first page exceeds ${name} of bench/budget.json. Load less, or raise the limit there.\n`,
    );
    process.exitCode = 1;
  }
}
