import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBuild } from '@portal/releases';
import { WORKSPACE } from '../../e2e/support/directories';
import { descriptorOf, writeBuild } from '../../e2e/support/builds';
import { ORDER_NUMBERS, PHONES } from '../customers';
import { inTurn, ratio, type Measurement, type Row } from '../measurement';
import { SCRATCH, signIn, startPortal, teamAt, type Portal } from '../portal';
import { requestsPerCpuSecond } from '../server-load';
import { openContext, SLOW_4G, visit, type Visit } from '../visit';

const REMOTES = 60;

/** Matches once an event is on the screen. */
const EVENTS_SHOWN = 'main ol > li, main [role=listitem], main article';

/** The remotes of the other teams are copies of this one with their own names and routes. */
const COPIED = 'notification-preferences';

const addRemotes = async (portal: Portal): Promise<void> => {
  const dist = join(WORKSPACE, 'apps', COPIED, 'dist');
  const { entry, preload, ...build } = await readBuild(dist);
  const contents = preload.map(async (file) => [file, await readFile(join(dist, file))] as const);
  const files = Object.fromEntries(await Promise.all(contents));
  const { navigation, slots: _, ...descriptor } = await descriptorOf(COPIED);
  const names = Array.from({ length: REMOTES - 3 }, (_, index) => `team-${index}`);
  const team = await teamAt(portal, names);
  for (const [index, name] of names.entries()) {
    const globalName = `portal_team_${index}`;
    const path = `/${name}`;
    const place = { label: `Team ${index}`, path, order: 100 + index };
    const directory = await writeBuild({
      folder: join(SCRATCH, 'remotes', name),
      descriptor: {
        ...descriptor,
        name,
        title: name,
        routes: [path],
        navigation: navigation.map((listed) => ({ ...listed, ...place })),
      },
      build: { ...build, entry, preload, globalName },
      files: { ...files, [entry]: `var ${globalName};` },
    });
    await team('publish', directory, '--version', '1.0.0', '--promote');
  }
};

const pageHeaders = (session: string) => ({
  accept: 'text/html',
  'accept-encoding': 'br',
  cookie: `session_token=${session}`,
});

interface FewAndMany<Sample> {
  few: Sample[];
  many: Sample[];
}

interface Samples {
  /** First loads on a slow phone, with few and many remotes. */
  loads: FewAndMany<Visit>;
  /** Lists of few and many orders. */
  lists: FewAndMany<Visit>;
  /** Logs of few and many events. */
  logs: FewAndMany<Visit>;
  /** Pages per second of the server's CPU, with few and many remotes. */
  pages: FewAndMany<number>;
}

const rowsOf = ({ loads, lists, logs, pages }: Samples): Row[] => {
  const compared = <Sample>({ few, many }: FewAndMany<Sample>, read: (sample: Sample) => number) => ({
    ours: many.map(read),
    baseline: few.map(read),
  });
  const cpu = (visited: Visit) => visited.cpuMs;
  return [
    ratio('3 remotes', {
      what: `${REMOTES} remotes, first load`,
      unit: 'ms',
      ...compared(loads, ({ shownMs }) => shownMs),
      goal: { atMost: 1.03 },
    }),
    ratio('3 remotes', {
      what: `${REMOTES} remotes, HTML`,
      unit: 'KB',
      ...compared(loads, ({ htmlBytes }) => htmlBytes / 1000),
    }),
    ratio('3 remotes', {
      what: `${REMOTES} remotes, server's CPU for a page`,
      unit: 'ms',
      ...compared(pages, (rate) => 1000 / rate),
    }),
    ratio('10 orders', {
      what: '10,000 orders, CPU until usable',
      unit: 'ms',
      ...compared(lists, cpu),
      goal: { atMost: 2 },
    }),
    ratio('1 event', {
      what: '2,000 events, CPU until usable',
      unit: 'ms',
      ...compared(logs, cpu),
      goal: { atMost: 2 },
    }),
  ];
};

/** How the first load grows with the number of remotes, the list with its orders, and the log with its events. */
export const growth: Measurement = async ({ browser, rounds }) => {
  const few = await startPortal('few');
  const session = await signIn(few, PHONES.usual);
  const sessions = {
    manyOrders: await signIn(few, PHONES.manyOrders),
    oneEvent: await signIn(few, PHONES.oneEvent),
    manyEvents: await signIn(few, PHONES.manyEvents),
  };
  const many = await startPortal('many');
  await addRemotes(many);
  const sessionOfMany = await signIn(many, PHONES.usual);

  const open = async (url: string, token: string, path = '/service-orders', isSlow = false) => {
    const context = await openContext(browser, url, token);
    const shown = path === '/service-orders' ? undefined : EVENTS_SHOWN;
    const measured = await visit(context, {
      address: url + path,
      ...(shown && { shown }),
      ...(isSlow && { conditions: SLOW_4G }),
    });
    await context.close();
    return measured;
  };
  const loads = await inTurn(rounds, {
    few: () => open(few.url, session, undefined, true),
    many: () => open(many.url, sessionOfMany, undefined, true),
  });
  const lists = await inTurn(rounds, {
    few: () => open(few.url, session),
    many: () => open(few.url, sessions.manyOrders),
  });
  const logs = await inTurn(rounds, {
    few: () => open(few.url, sessions.oneEvent, `/service-order/${ORDER_NUMBERS.oneEvent}`),
    many: () => open(few.url, sessions.manyEvents, `/service-order/${ORDER_NUMBERS.manyEvents}`),
  });
  const pages = await inTurn(3, {
    few: () =>
      requestsPerCpuSecond({ ...few, url: `${few.url}/service-orders`, headers: pageHeaders(session) }, 2),
    many: () =>
      requestsPerCpuSecond(
        { ...many, url: `${many.url}/service-orders`, headers: pageHeaders(sessionOfMany) },
        2,
      ),
  });
  await Promise.all([few.stop(), many.stop()]);

  return rowsOf({ loads, lists, logs, pages });
};
