import { test } from '@playwright/test';
import { WORKSPACE } from '../support/directories';
import { documentedCommands } from '../support/documents';
import { runIn } from '../support/run';

test('builds the remotes of other bundlers', async () => {
  test.setTimeout(900_000);
  const build = () =>
    runIn(WORKSPACE, 'pnpm', ['--silent', '--workspace-concurrency=1', '--filter', '*-remote', 'build']);
  // On a busy machine, `@module-federation/vite` 1.23 fails with MISSING_EXPORT, because it takes the module graph for
  // complete after 10 ms without a parsed module. Try again.
  await build().catch(build).catch(build);
});

test('packs and checks the packages for teams, as documented', async () => {
  test.setTimeout(900_000);
  const [line = ''] = documentedCommands('releasing.md', 'pnpm packages');
  await runIn(WORKSPACE, 'bash', ['-ec', line.replace(/ && .*/, '')]);
});
