import { expect, test } from '@playwright/test';
import { installedBrowserPaths } from '../support/browser';

test.describe('installed browsers are found at the usual paths', () => {
  const environment = {
    HOME: '/Users/ann',
    PATH: '/opt/bin:/usr/local/bin',
    PROGRAMFILES: String.raw`C:\Program Files`,
    'PROGRAMFILES(X86)': String.raw`C:\Program Files (x86)`,
    LOCALAPPDATA: String.raw`C:\Users\ann\AppData\Local`,
  };

  for (const [platform, paths] of [
    [
      'darwin',
      [
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Users/ann/Applications/Chromium.app/Contents/MacOS/Chromium',
      ],
    ],
    [
      'win32',
      [
        String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
        String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
        String.raw`C:\Users\ann\AppData\Local\Chromium\Application\chrome.exe`,
      ],
    ],
    ['linux', ['/opt/bin/google-chrome', '/usr/bin/chromium', '/snap/bin/chromium']],
  ] as const)
    test(`on ${platform}`, () => {
      expect(installedBrowserPaths(platform, environment)).toEqual(expect.arrayContaining([...paths]));
    });

  test('except below a directory whose environment variable is not set', () => {
    expect(installedBrowserPaths('win32', {})).toEqual([]);
  });
});
