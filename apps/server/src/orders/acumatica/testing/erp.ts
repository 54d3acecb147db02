import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CREDENTIALS,
  startFakeAcumatica,
  type FakeOptions,
} from '../../../../../../e2e/acumatica/fake-acumatica';
import { erpStore } from '../erp-store';
import { readMapping } from '../mapping';
import { operatorsWork } from '../operators-work';
import { grantText } from '../session';
import { orderIn, ownersIn } from './order-store';
import { createSynchronization } from '../synchronize';
import { useTestApp } from '../../../testing/test-app';
import { readConfig } from '../../../variables';
import type { Portal } from '../../../platform/crypto/keys';

export const PUSH_TOKEN = 'the-token-of-the-erp';

const SIGN_IN = {
  ACUMATICA_TENANT: CREDENTIALS.tenant,
  ACUMATICA_USER: CREDENTIALS.user,
  ACUMATICA_PASSWORD: CREDENTIALS.password,
};

/** In place of the password; somebody must have consented. */
export const OAUTH = {
  ACUMATICA_USER: undefined,
  ACUMATICA_PASSWORD: undefined,
  ACUMATICA_CLIENT_ID: CREDENTIALS.clientId,
  ACUMATICA_CLIENT_SECRET: CREDENTIALS.clientSecret,
};

/** A fake ERP and replicas that synchronize with it, on a clock that passes only when somebody waits. */
const startTestErp = async ({ config, database, keys }: Portal, options: FakeOptions = {}) => {
  const clock = { now: Date.parse('2026-03-10T08:00:00Z'), portalIsSlowBy: 0 };
  const now = () => clock.now;
  const portalNow = () => clock.now - clock.portalIsSlowBy;
  const wait = async (ms: number) => void (clock.now += ms);
  const fake = await startFakeAcumatica({ now, wait, ...options });
  const logged: string[] = [];
  const write = (...entry: unknown[]) => void logged.push(JSON.stringify(entry));
  const log = { info: write, warn: write, error: write };

  const settingsOf = (env: Record<string, string | undefined>) => {
    const variables = { ACUMATICA_URL: fake.url, ACUMATICA_REQUESTS_PER_MINUTE: '600', ...SIGN_IN, ...env };
    const given = Object.fromEntries(Object.entries(variables).filter(([, one]) => one));
    const { acumatica: settings } = readConfig(given, '/');
    if (!settings) throw new Error('ACUMATICA_URL is missing.');
    return settings;
  };

  /** @returns the variables of replicas that sign in by it */
  const consent = async (clientId = CREDENTIALS.clientId) => {
    const env = { ...OAUTH, ACUMATICA_CLIENT_ID: clientId };
    await operatorsWork.connect({ database, keys }, grantText(settingsOf(env), fake.newRefreshToken()));
    return env;
  };

  /** @param afterRequests the process ends at this answer of the ERP, without a word */
  const startReplica = async (env: Record<string, string | undefined> = {}, afterRequests = Infinity) => {
    const settings = settingsOf(env);
    const killed = new AbortController();
    let requests = 0;
    fake.options.onRequest = () => void (++requests === afterRequests && killed.abort());
    const synchronization = createSynchronization({
      config,
      database,
      keys,
      settings,
      mapping: await readMapping(settings.mappingFile),
      log: log as never,
      stopping: killed.signal,
      now: portalNow,
      wait,
    });
    const work = async () => {
      while ((await synchronization.round()) && !killed.signal.aborted);
    };
    return {
      ...synchronization,
      isKilled: () => killed.signal.aborted,
      /** Rounds until there is nothing to do at once, or the process is killed. */
      work,
      /** Lets two minutes pass. */
      poll: async () => {
        for (let polls = 0; polls < 4; polls += 1) {
          clock.now += 30_000;
          await work();
        }
      },
    };
  };

  return { fake, clock, logged, consent, startReplica };
};

export type TestErp = Awaited<ReturnType<typeof startTestErp>>;

/** The portal of a test file, and a fake ERP for each of its tests that starts one. @param env overrides of the portal's */
export const useErp = (env?: Record<string, string>) => {
  const portal = useTestApp(env);
  const erp: Partial<TestErp> = {};
  afterEach(async () => {
    await erp.fake?.stop();
    delete erp.fake;
  });

  const find = (orderNbr: string) => orderIn(portal.database, orderNbr);
  const state = async () => {
    const found = await erpStore(portal.database).read();
    if (!found) throw new Error('No round has begun.');
    return found;
  };

  return {
    portal,
    /** Once it is started. */
    erp: erp as TestErp,
    start: async (options?: FakeOptions) => Object.assign(erp, await startTestErp(portal, options)),
    owners: () => ownersIn(portal.database),
    orderIn: find,
    statusOf: async (orderNbr: string) => (await find(orderNbr))?.document['Status'],
    summaries: async (orderNbr: string) => (await find(orderNbr))?.events.map(({ summary }) => summary),
    /** What replicas share. */
    state,
    failure: async () => (await state()).failure,
    /** Everything that a process which was killed keeps from others ends. */
    endLease: () => erpStore(portal.database).set({ held_until: null }),
    /** Writes ACUMATICA_MAPPING. @returns its path */
    map: async (mapping: object) => {
      const file = join(portal.config.dataDir, 'mapping.json');
      await writeFile(file, JSON.stringify(mapping));
      return file;
    },
    /** All mails so far. */
    mails: async () => {
      const files = await portal.inbox.files();
      return (await Promise.all(files.map((file) => portal.inbox.read(file)))).join('\n');
    },
  };
};
