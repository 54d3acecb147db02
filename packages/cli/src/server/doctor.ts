import * as v from 'valibot';
import { runServerProcess } from './server-process';
import { hasColors } from '../io';
import { examples, JSON_OPTION, type AddVerb } from '../verb';
import { styleText } from 'node:util';

/** The output of the server's process (apps/server/src/doctor/finding.ts). */
const findingsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    findings: v.array(
      v.object({ check: v.string(), state: v.picklist(['ok', 'note', 'fix']), text: v.string() }),
    ),
  }),
);

type Finding = v.InferOutput<typeof findingsSchema>['findings'][number];

const MARKS = {
  ok: { mark: '✓', color: 'green' },
  note: { mark: '·', color: 'dim' },
  fix: { mark: '✗', color: 'red' },
} as const;

const findingsText = (findings: readonly Finding[], isColored: boolean): string => {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const faults = findings.filter(({ state }) => state === 'fix').length;
  const lines = findings.map(({ check, state, text }) => {
    const { mark, color } = MARKS[state];
    const shown = isColored ? styleText(color, mark, { validateStream: false }) : mark;
    return `${shown} ${check.padEnd(width)}  ${text}`;
  });
  const verdict =
    faults === 0 ? 'No problems found.' : `${faults} problem${faults === 1 ? '' : 's'} to fix (✗).`;
  return [...lines, '', verdict].join('\n');
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
      const { printed, isNo } = await runServerProcess('doctor', send ? ['--send', send] : [], io);
      const data = v.parse(findingsSchema, printed);
      const text = findingsText(data.findings, hasColors(io.stdout, io.env));
      print({ data, text, ...(isNo && { exitCode: 1 as const }) });
    });
