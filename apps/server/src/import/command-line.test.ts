import { readCommandLine, UsageError } from './command-line';

test('reads the file and the options', () => {
  expect(readCommandLine(['customers.json'])).toEqual({
    help: false,
    file: 'customers.json',
    dryRun: false,
    json: false,
  });
  expect(readCommandLine(['--dry-run', 'customers.json', '--json'])).toMatchObject({
    dryRun: true,
    json: true,
  });
  expect(readCommandLine(['--help'])).toEqual({ help: true });
});

test.each([
  [[], 'Name the file to import.'],
  [['one.json', 'two.json'], 'Name only one file.'],
  [['one.json', '--force'], '--force'],
])('%p is a wrong usage, answered with the right one', (args, reason) => {
  expect(() => readCommandLine(args)).toThrow(UsageError);
  expect(() => readCommandLine(args)).toThrow(reason);
  expect(() => readCommandLine(args)).toThrow('pnpm portal import FILE [--dry-run] [--json]');
});
