import { readFileSync } from 'node:fs';
import { oldestBrowsers } from './browsers';

test('the list of browsers matches the documentation', () => {
  expect(oldestBrowsers()).toEqual({
    chrome: '109',
    edge: '109',
    firefox: '115',
    ios: '16.4',
    safari: '16.4',
  });
  const text = readFileSync(`${import.meta.dirname}/../../../docs/embedding.md`, 'utf8');
  expect(text).toContain('- Chrome and Edge from version 109');
  expect(text).toContain('- Firefox from version 115');
  expect(text).toContain('- Safari from version 16.4');
});
