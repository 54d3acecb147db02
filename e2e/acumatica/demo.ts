/** `pnpm erp-demo`, after its build: the portal on the fake of Acumatica. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CREDENTIALS } from './fake-acumatica';

const root = new URL('../../', import.meta.url);
const inRoot = (path: string) => fileURLToPath(new URL(path, root));
const port = process.env['PORT'] ?? '3000';
const PUSH_TOKEN = 'the-token-of-the-demo';

const erp = fork(inRoot('e2e/acumatica/main.ts'), {
  execArgv: ['--import', 'tsx'],
  env: {
    ...process.env,
    PORT: '0',
    PUSH_URL: `http://127.0.0.1:${port}/hooks/acumatica`,
    PUSH_TOKEN,
    CHANGE_EVERY_SECONDS: '20',
  },
});
const [{ url }] = (await once(erp, 'message')) as [{ url: string }];
console.log(
  `Sign in at http://localhost:${port} as customer-0@example.com. An order changes every 20 seconds.`,
);
const portal = fork(inRoot('apps/server/dist/main.js'), {
  env: {
    RELEASES_URL: pathToFileURL(inRoot('.portal/releases')).href,
    ...process.env,
    DATA_DIR: inRoot('.portal/erp-demo'),
    ACUMATICA_URL: url,
    ACUMATICA_TENANT: CREDENTIALS.tenant,
    ACUMATICA_USER: CREDENTIALS.user,
    ACUMATICA_PASSWORD: CREDENTIALS.password,
    ACUMATICA_MAPPING: inRoot('e2e/acumatica/mapping.json'),
    ACUMATICA_PUSH_TOKEN: PUSH_TOKEN,
    ACUMATICA_REQUESTS_PER_MINUTE: '300',
  },
});
// Ctrl+C reaches both; wait for the portal, which signs out.
process.on('SIGINT', () => {}).on('SIGTERM', () => portal.kill());
await once(portal, 'exit');
erp.kill();
