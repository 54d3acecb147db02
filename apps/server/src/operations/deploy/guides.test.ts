import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { LANGUAGES } from '@portal/contract';
import { tableRules } from '../../platform/database/schema';
import { variableNames } from '../../variables';

const ROOT = join(__dirname, '../../../../..');

const read = (guide: string): string => readFileSync(join(ROOT, 'docs', `${guide}.md`), 'utf8');

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

/** As GitHub names a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}_ -]/gu, '')
    .replaceAll(' ', '-');

const leadsSomewhere = (file: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path ? join(dirname(file), path) : file;
  if (!existsSync(target)) return false;
  const headings =
    target.endsWith('.md') && anchor ? readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm) : [];
  return !anchor || [...headings].some(([, heading = '']) => anchorOf(heading) === anchor);
};

test('every link between the documents leads somewhere', () => {
  const documents = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(ROOT, 'docs', name));
  const files = [...documents, join(ROOT, 'README.md'), join(ROOT, 'CONTRIBUTING.md')];
  const broken = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !leadsSomewhere(file, link))
      .map((link) => `${relative(ROOT, file)}: ${link}`),
  );
  expect(broken).toEqual([]);
});
