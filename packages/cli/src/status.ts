import { FAILURES, HEALTH, newestFirst, requireDocument, settled } from '@portal/releases';
import { isWorkspace } from './apps';
import { readConfig } from './config';
import { traceFailures } from './failed-calls';
import type { Io } from './io';
import { readStatuses } from './release-status';
import type { Report } from './report';
import { statusTexts } from './status-text';
import { openStore } from './store';
import { examples, JSON_OPTION, type AddVerb } from './verb';

const readReport = async (name: string | undefined, io: Io): Promise<Report> => {
  const store = await openStore(readConfig(io));
  const { statusText, versionsText, failuresText, historyText } = statusTexts(io);
  if (name === undefined) {
    const statuses = await readStatuses(store, (await store.names()).sort());
    const text = statuses.map(statusText).join('\n\n');
    const publish = isWorkspace(io.cwd)
      ? 'pnpm build && pnpm portal publish --all --promote'
      : 'npm run build && pnpm portal publish --promote';
    return { data: statuses, text: text || `Nothing is published yet. Build and publish: ${publish}` };
  }
  const stored = requireDocument(await store.read(name), name);
  // Ignore damaged reports.
  const [health, reported = []] = await Promise.all([
    store.readReports(HEALTH, name).catch(() => undefined),
    store.readReports(FAILURES, name).catch(() => undefined),
  ]);
  const document = settled(stored, health);
  const [status] = await readStatuses(store, [name]);
  const failures = await traceFailures(store, reported);
  const versions = newestFirst(document).map((version) => ({
    version,
    publishedAt: document.versions[version]?.publishedAt ?? '',
    verification: document.versions[version]?.verification ?? null,
  }));
  return {
    data: { ...status, versions, failures, history: document.history },
    text: [
      ...(status ? [statusText(status)] : []),
      versionsText(versions),
      ...(failures.length > 0 ? [failuresText(name, failures)] : []),
      historyText(document.history),
    ].join('\n\n'),
  };
};

export const addStatus: AddVerb = (portal, { io, print }) =>
  void portal
    .command('status')
    .description('Show what is live, canary and previous, and how often it fails.')
    .argument('[name]', 'a remote, or shell: adds its versions, failures and history')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('status', 'status orders', 'status --json'))
    .action(async (name) => print(await readReport(name, io)));
