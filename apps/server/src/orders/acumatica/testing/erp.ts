import {
  CREDENTIALS,
  startFakeAcumatica,
  type FakeOptions,
} from '../../../../../../e2e/acumatica/fake-acumatica';
import { readMapping } from '../mapping';
import { createSynchronization } from '../synchronize';
import { readConfig } from '../../../variables';
import type { Portal } from '../../../platform/crypto/keys';

export const PUSH_TOKEN = 'the-token-of-the-erp';

const SIGN_IN = {
  ACUMATICA_TENANT: CREDENTIALS.tenant,
  ACUMATICA_USER: CREDENTIALS.user,
  ACUMATICA_PASSWORD: CREDENTIALS.password,
};

/** A fake ERP and replicas that synchronize with it, on a clock that passes only when somebody waits. */
export const startTestErp = async ({ config, database, keys }: Portal, options: FakeOptions = {}) => {
  const clock = { now: Date.parse('2026-03-10T08:00:00Z'), portalIsSlowBy: 0 };
  const now = () => clock.now;
  const portalNow = () => clock.now - clock.portalIsSlowBy;
  const wait = async (ms: number) => void (clock.now += ms);
  const fake = await startFakeAcumatica({ now, wait, ...options });
  const logged: string[] = [];
  const write = (...entry: unknown[]) => void logged.push(JSON.stringify(entry));
  const log = { info: write, warn: write, error: write };

  /** @param afterRequests the process ends at this answer of the ERP, without a word */
  const startReplica = async (env: Record<string, string | undefined> = {}, afterRequests = Infinity) => {
    const variables = { ACUMATICA_URL: fake.url, ACUMATICA_REQUESTS_PER_MINUTE: '600', ...SIGN_IN, ...env };
    const { acumatica: settings } = readConfig(
      Object.fromEntries(Object.entries(variables).filter(([, one]) => one)),
      '/',
    );
    const killed = new AbortController();
    let requests = 0;
    fake.options.onRequest = () => void (++requests === afterRequests && killed.abort());
    if (!settings) throw new Error('ACUMATICA_URL is missing.');
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

  return { fake, clock, logged, startReplica };
};

export type TestErp = Awaited<ReturnType<typeof startTestErp>>;
