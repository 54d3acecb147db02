import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import type { ChangeOutcome, PublicationOutcome, ReleaseView, Status } from '@portal/releases';
import * as v from 'valibot';

/** What the default answers repeat. */
const givenSchema = v.looseObject({
  name: v.optional(v.string(), ''),
  version: v.optional(v.string(), ''),
  baseVersion: v.optional(v.string(), ''),
  percent: v.optional(v.number(), 0),
});
type Given = v.InferOutput<typeof givenSchema>;

/** A call that a portal has got. */
interface Call {
  /** `/-/releases/promote`, of which the last part is the name. */
  path: string;
  name: string;
  given: unknown;
  /** The sent files, by path; empty but for a publication. */
  files: Record<string, string>;
  authorization: string | undefined;
}

export const OUTCOME: ChangeOutcome = {
  name: 'orders',
  before: null,
  live: null,
  canary: null,
  previous: null,
  changed: true,
  warnings: [],
};

export const STATUS: Status = {
  name: 'orders',
  live: { version: '1.4.0', since: null, who: null, why: null, health: null, problem: null },
  canary: null,
  previous: null,
  intervention: null,
  versionCount: 1,
};

export const VIEW: ReleaseView = { status: STATUS, versions: [], failures: [], hours: {}, history: [] };

/** What a portal answers in which everything succeeds. */
const ANSWERS: Record<string, (given: Given) => unknown> = {
  status: () => [STATUS],
  show: () => VIEW,
  publish: ({ name, version, baseVersion }): PublicationOutcome => ({
    ...OUTCOME,
    name,
    version: version || `${baseVersion}-1a2b3c4d`,
    files: 2,
    firstLoad: 3000,
    restored: [],
  }),
  verification: () => ({}),
  promote: ({ name, version }): ChangeOutcome => ({ ...OUTCOME, name, live: version }),
  canary: ({ name, version, percent }): ChangeOutcome => ({
    ...OUTCOME,
    name,
    live: '1.4.0',
    canary: { version, percent },
  }),
  preview: () => ({
    url: 'https://portal.example/service-orders?preview=grant',
    expiresAt: '2026-03-04T12:00:00.000Z',
  }),
};

const readForm = async (body: Buffer, contentType: string) => {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData();
  const files: Record<string, string> = {};
  let given: unknown;
  for (const [name, value] of form) {
    if (typeof value === 'string') given = JSON.parse(value);
    else files[name] = await value.text();
  }
  return { given, files };
};

/** A portal at a port of its own for each test, which answers what the test says. */
export const testPortal = () => {
  let calls: Call[] = [];
  let answers = ANSWERS;
  let refusal: { status: number; message: string; location?: string } | undefined;
  const server = createServer(async (request, response) => {
    const { url: path = '' } = request;
    const name = basename(path);
    const { authorization, 'content-type': contentType = '' } = request.headers;
    const isForm = contentType.startsWith('multipart/form-data');
    const { given, files } = isForm
      ? await readForm(await buffer(request), contentType)
      : { given: await json(request), files: {} };
    calls.push({ path, name, given, files, authorization });
    const { status = 200, message, location } = refusal ?? {};
    response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) });
    response.end(JSON.stringify(refusal ? { message } : answers[name]?.(v.parse(givenSchema, given))));
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  beforeEach(() => {
    calls = [];
    answers = ANSWERS;
    refusal = undefined;
  });
  afterAll(() => once(server.close(), 'close'));

  return {
    /** The variables of a team at this portal. */
    environment: () => ({ PORTAL_URL: url(), PORTAL_TOKEN: 'pt_orders' }),
    /** Every call so far. */
    calls: () => calls,
    /** What the calls of a name were given. */
    given: (name: string) => calls.filter((call) => call.name === name).map((call) => call.given),
    /** Answers a call from now on. */
    answer: (name: string, answer: unknown) => void (answers = { ...answers, [name]: () => answer }),
    /** Refuses every call from now on. */
    refuse: (status: number, message: string, location?: string) =>
      void (refusal = { status, message, ...(location && { location }) }),
  };
};
