import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@portal/contract';
import { tableRules } from '../../platform/database/schema';
import { variableNames } from '../../variables';

const read = (guide: string): string =>
  readFileSync(join(__dirname, '../../../../../docs', `${guide}.md`), 'utf8');

/** `pnpm dev` sets it; OpenTelemetry documents its own. */
const undocumented = ['DEV_SERVER', 'OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_SDK_DISABLED'];

test('the guides name every variable', () => {
  const guides = ['configure', 'import'].map(read).join('\n');
  const missing = variableNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(guides));
  expect(missing.toSorted()).toEqual(undocumented);
});

test('the guides name every language', () => {
  const line = /^- `LANGUAGES`.*$/m.exec(read('configure'))?.[0];
  expect(LANGUAGES.filter((language) => !line?.includes(`\`${language}\``))).toEqual([]);
});

test('the guides say how long rows stay in every table that has rows about customers, or old ones', () => {
  const [, section = ''] = /## What is deleted, and when\n([^]*?)\n## /.exec(read('run')) ?? [];
  const ruled = tableRules.filter(([, { personal, old }]) => personal ?? old).map(([table]) => table);
  expect(ruled.filter((table) => !section.includes(`\`${table}\``))).toEqual([]);
});
