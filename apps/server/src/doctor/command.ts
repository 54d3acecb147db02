import { styleText } from 'node:util';
import { hasColors, UsageError, type Io, type Report } from '@portal/cli';
import { readContact } from '../customers/contact';
import { examine } from './doctor';
import type { Finding } from './finding';
import { readReleaseTrust } from '../releases/releases';
import { configOf } from '../commands/run';

const MARKS = {
  ok: { mark: '✓', color: 'green' },
  note: { mark: '·', color: 'dim' },
  fix: { mark: '✗', color: 'red' },
} as const;

export const findingsText = (findings: readonly Finding[], isColored: boolean): string => {
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

/** Checks the set-up. @param send the contact for a test message */
export const reportFindings = async (send: string | undefined, io: Io): Promise<Report> => {
  const config = configOf(io);
  const sendTo = send === undefined ? undefined : readContact(send, config.sms.countries);
  if (send !== undefined && !sendTo)
    throw new UsageError('--send takes an email address or a phone number: ann@example.com or +12025550123.');
  const findings = await examine(config, { trust: await readReleaseTrust(config), sendTo });
  return {
    data: { findings },
    text: findingsText(findings, hasColors(io.stdout, io.env)),
    ...(findings.some(({ state }) => state === 'fix') && { exitCode: 1 as const }),
  };
};
