import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const unit = readFileSync(join(__dirname, '../../../../../deploy/systemd/portal@.service'), 'utf8');

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd)
  process.stderr.write('systemd-analyze is not installed: skipped the check of portal@.service\n');

/** Returns systemd's warnings about a unit, whose program must exist on this machine. */
const verify = (text: string): string => {
  const home = mkdtempSync(join(tmpdir(), 'portal-systemd-'));
  const file = join(home, 'portal@3001.service');
  writeFileSync(file, text.replace('/usr/bin/node', process.execPath));
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  rmSync(home, { recursive: true });
  return `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line.includes('portal@'))
    .join('\n');
};

(hasSystemd ? test : test.skip)('systemd understands every line of the unit', () => {
  expect(verify(unit)).toBe('');
});
