import { readFileSync } from 'node:fs';
import browserslist from 'browserslist';

const oldest = (name: string): number =>
  Math.min(
    ...browserslist(undefined, { path: import.meta.dirname })
      .map((listed) => listed.split(' '))
      .filter(([browser]) => browser === name)
      .map(([, version = '']) => Number.parseFloat(version)),
  );

test('the list of browsers matches the documentation', () => {
  const names = ['chrome', 'edge', 'firefox', 'ios_saf', 'safari'];
  expect(names.map(oldest)).toEqual([109, 109, 115, 16.4, 16.4]);
  const text = readFileSync(`${import.meta.dirname}/../../../docs/embedding.md`, 'utf8');
  expect(text).toContain('- Chrome and Edge from version 109');
  expect(text).toContain('- Firefox from version 115');
  expect(text).toContain('- Safari from version 16.4');
});
