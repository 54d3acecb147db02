import { isWorkspace } from './apps';
import type { Io } from './io';
import { releasesFor } from './releases';
import type { Report } from './report';
import { statusTexts } from './status-text';
import { examples, JSON_OPTION, type AddVerb } from './verb';

const readReport = async (name: string | undefined, io: Io): Promise<Report> => {
  const releases = await releasesFor({}, io);
  const { statusText, versionsText, failuresText, historyText } = statusTexts(io);
  if (name === undefined) {
    const statuses = await releases.statuses();
    const text = statuses.map(statusText).join('\n\n');
    const publish = isWorkspace(io.cwd)
      ? 'pnpm build && pnpm portal publish --all --promote'
      : 'npm run build && pnpm portal publish --promote';
    return { data: statuses, text: text || `Nothing is published yet. Build and publish: ${publish}` };
  }
  const { status, versions, failures, history } = await releases.show(name);
  return {
    data: { ...status, versions, failures, history },
    text: [
      statusText(status),
      versionsText(versions),
      ...(failures.length > 0 ? [failuresText(name, failures)] : []),
      historyText(history),
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
