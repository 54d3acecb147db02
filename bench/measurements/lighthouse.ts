import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import * as v from 'valibot';
import { browserLaunchOptions } from '../../e2e/support/browser';
import { PHONES } from '../customers';
import { startPortal } from '../portal';
import type { Bench } from '../results';
import { amount, type Goal, type Row } from '../row';
import { inTurn } from '../samples';
import { SCRATCH } from '../scratch';
import { signIn } from '../sign-in';

/** npx installs it for this measurement: nothing else needs its 200 packages. Later versions do not run on Node 20. */
const LIGHTHOUSE = 'lighthouse@12.8.2';

const GOALS = {
  performance: { atLeast: 97 },
  accessibility: { atLeast: 100 },
  'best-practices': { atLeast: 100 },
  seo: { atLeast: 100 },
} as const satisfies Record<string, Goal>;

const score = v.pipe(
  v.object({ score: v.number() }),
  v.transform((category) => Math.round(category.score * 100)),
);

const reportSchema = v.object({
  categories: v.object({ performance: score, accessibility: score, 'best-practices': score, seo: score }),
});

type Scores = v.InferOutput<typeof reportSchema>['categories'];

/** A profile keeps only cookies with an expiry. */
const COOKIE_SECONDS = 86_400;

/** Creates a browser profile with a session; returns its folder. */
const profileWith = async (url: string, session: string): Promise<string> => {
  const profile = join(SCRATCH, 'lighthouse-profile');
  await rm(profile, { recursive: true, force: true });
  await mkdir(profile, { recursive: true });
  const context = await chromium.launchPersistentContext(profile, await browserLaunchOptions());
  const expires = Date.now() / 1000 + COOKIE_SECONDS;
  await context.addCookies([{ name: 'session_token', value: session, url, httpOnly: true, expires }]);
  await context.close();
  return profile;
};

/** Runs Lighthouse with its documented defaults: mobile, simulated throttling, its own browser. */
const audit = async (address: string, profile?: string): Promise<Scores> => {
  const { executablePath, env } = await browserLaunchOptions();
  const report = join(SCRATCH, 'lighthouse.json');
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', profile && `--user-data-dir=${profile}`];
  await promisify(execFile)(
    'npx',
    [
      ...['--yes', LIGHTHOUSE, address, '--quiet', '--output=json', `--output-path=${report}`],
      `--only-categories=${Object.keys(GOALS).join(',')}`,
      `--chrome-flags=${flags.filter(Boolean).join(' ')}`,
    ],
    { cwd: SCRATCH, env: { ...process.env, ...env, CHROME_PATH: executablePath } },
  );
  return v.parse(reportSchema, JSON.parse(await readFile(report, 'utf8'))).categories;
};

/** Lighthouse's scores of the sign-in and of the list of orders. */
export const lighthouse = async ({ rounds }: Bench) => {
  const portal = await startPortal('lighthouse');
  const profile = await profileWith(portal.url, await signIn(portal, PHONES.usual));
  const scores = await inTurn(rounds, {
    '/login': () => audit(`${portal.url}/login`),
    '/service-orders': () => audit(`${portal.url}/service-orders`, profile),
  });
  await portal.stop();
  const rows = Object.entries(scores).flatMap(([path, rounds]) =>
    (Object.keys(GOALS) as (keyof typeof GOALS)[]).map((category): Row =>
      amount({
        what: `Lighthouse, \`${path}\`: ${category}`,
        ours: rounds.map((scores) => scores[category]),
        goal: GOALS[category],
      }),
    ),
  );
  return { rows };
};
