import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBuild, readDescriptor } from '@portal/releases';
import { WORKSPACE } from '../../e2e/support/directories';
import { ORDER_NUMBERS, PHONES } from '../customers';
import { startPortal, type Portal } from '../portal';
import type { Bench } from '../results';
import { ratio, type Row } from '../row';
import { inTurn } from '../samples';
import { requestsPerCpuSecond } from '../server-load';
import { signIn } from '../sign-in';
import { teamAt, type Files } from '../team';
import { openContext, SLOW_4G, visit, type Visit } from '../visit';

const REMOTES = 300;

/** Matches once an event is on the screen. */
const EVENTS_SHOWN = 'main ol > li, main [role=listitem], main article';

/** The remotes of the other teams are copies of this one with their own names and routes. */
const COPIED = 'notification-preferences';

/** The files of the copied build, with the name of another container. */
const filesOf = async (globalName: string): Promise<Files> => {
  const dist = join(WORKSPACE, 'apps', COPIED, 'dist');
  const { entry, preload, ...build } = await readBuild(dist);
  const files = await Promise.all(
    preload.map(async (file) => [file, new Uint8Array(await readFile(join(dist, file)))] as const),
  );
  return {
    ...Object.fromEntries(files),
    [entry]: `var ${globalName};`,
    'build.json': JSON.stringify({ ...build, entry, preload, globalName }),
  };
};

const addRemotes = async (portal: Portal): Promise<void> => {
  const {
    navigation,
    slots: _,
    ...descriptor
  } = await readDescriptor(join(WORKSPACE, 'apps', COPIED, 'remote.json'));
  const numbers = Array.from({ length: REMOTES - 3 }, (_, index) => index + 4);
  const nameOf = (number: number) => `team-${number}`;
  const { publish, promote } = await teamAt(portal, 'teams', numbers.map(nameOf));
  for (const number of numbers) {
    const name = nameOf(number);
    const path = `/${name}`;
    const entries = navigation.map((entry) => ({
      ...entry,
      label: `Team ${number}`,
      path,
      order: 100 + number,
    }));
    const own = { ...descriptor, name, title: name, routes: [path], navigation: entries };
    await publish({ name, version: '1.0.0', descriptor: own }, await filesOf(`portal_team_${number}`));
    await promote(name, '1.0.0');
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
      what: '300 remotes, first load',
      unit: 'ms',
      ...compared(loads, ({ shownMs }) => shownMs),
      goal: { atMost: 1.03 },
    }),
    ratio('3 remotes', {
      what: '300 remotes, HTML',
      unit: 'KB',
      ...compared(loads, ({ htmlBytes }) => htmlBytes / 1000),
    }),
    ratio('3 remotes', {
      what: "300 remotes, server's CPU for a page",
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
export const growth = async ({ browser, rounds }: Bench) => {
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

  return { rows: rowsOf({ loads, lists, logs, pages }) };
};
