import { examples, JSON_OPTION, UsageError, type AddVerb, type Io, type Report } from '@portal/cli';
import type { Finding } from '../../platform/config/finding';
import { counted } from '../commands/records';

const MARKS = { ok: '✓', note: '·', fix: '✗' };

export const findingsText = (findings: readonly Finding[]): string => {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const faults = findings.filter(({ state }) => state === 'fix').length;
  const lines = findings.map(({ check, state, text }) => `${MARKS[state]} ${check.padEnd(width)}  ${text}`);
  const verdict = faults === 0 ? 'No problems found.' : `${counted(faults, 'problem')} to fix (✗).`;
  return [...lines, '', verdict].join('\n');
};

const report = async (send: string | undefined, io: Io): Promise<Report> => {
  const [{ configOf }, { readContact }, { examine }, { readRemoteChoices }] = await Promise.all([
    import('../commands/operator'),
    import('../../platform/contact/contact'),
    import('./doctor'),
    import('../../platform/config/remote-choices'),
  ]);
  const config = configOf(io);
  const sendTo = send === undefined ? undefined : readContact(send, config.sms.countries);
  if (send !== undefined && !sendTo)
    throw new UsageError('--send takes an email address or a phone number: ann@example.com or +12025550123.');
  const choices = await readRemoteChoices(config);
  const findings = await examine(config, { choices, sendTo });
  return {
    data: { findings },
    text: findingsText(findings),
    ...(findings.some(({ state }) => state === 'fix') && { exitCode: 1 as const }),
  };
};

export const addDoctor: AddVerb = (portal, { io, print }) =>
  void portal
    .command('doctor')
    .description(
      'Check database, mail, text messages, releases, address, clock and proxy; exit code 1 if something must be fixed.',
    )
    .option('--send <contact>', 'also send a test message to this email address or phone number')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('doctor', 'doctor --send you@example.com', 'doctor --json'))
    .action(async ({ send }) => {
      print(await report(send, io));
      // Exit even if a check that timed out still holds a connection.
      setTimeout(() => process.exit(), 1000).unref();
    });
