import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse, parseAllDocuments } from 'yaml';

/**
 * Checks deploy/kubernetes against the types of Kubernetes' own OpenAPI document. Like `kubeconform -strict`, this rejects
 * unknown fields, wrong types, and missing fields. The Gateway API is not in that document.
 */

const MANIFESTS = join(__dirname, '../../../../../deploy/kubernetes');
const WORK = join(__dirname, '../../../node_modules/.cache/manifests');
const TSC = join(__dirname, '../../../node_modules/typescript7/bin/tsc');

const documentSchema = v.looseObject({ apiVersion: v.string(), kind: v.string() });

/** The module of `networking.k8s.io/v1` is `networking/v1`, and that of `v1` is `core/v1`. */
const moduleOf = (apiVersion: string): string =>
  apiVersion.includes('/') ? apiVersion.replace('.k8s.io', '') : `core/${apiVersion}`;

const documentsIn = (text: string) =>
  parseAllDocuments(text).map((document) => v.parse(documentSchema, document.toJS()));

const isOfGateway = ({ apiVersion }: { apiVersion: string }) => apiVersion.startsWith('gateway.');

const check = (text: string): string => {
  const documents = documentsIn(text).filter((document) => !isOfGateway(document));
  const sources = documents.map(({ apiVersion, kind, ...rest }, index) => {
    const type = `import('kubernetes-types/${moduleOf(apiVersion)}').${kind}`;
    return `export const document${index}: ${type} = ${JSON.stringify({ apiVersion, kind, ...rest })};`;
  });
  const file = join(WORK, 'manifest.ts');
  mkdirSync(WORK, { recursive: true });
  writeFileSync(file, sources.join('\n'));
  const options = '--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler';
  const command = [TSC, '--ignoreConfig', ...options.split(' '), '--types', '', file];
  const { stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  rmSync(WORK, { recursive: true });
  return stdout;
};

const read = (file: string): string => readFileSync(join(MANIFESTS, file), 'utf8');
const files = readdirSync(MANIFESTS).filter((file) => file !== 'kustomization.yaml');

test('the manifests match the Kubernetes API', () => {
  expect(check(files.map(read).join('\n---\n'))).toBe('');
});

test('kustomization.yaml lists every manifest except the example secret', () => {
  const { resources } = v.parse(
    v.looseObject({ resources: v.array(v.string()) }),
    parse(read('kustomization.yaml')),
  );
  expect(resources.toSorted()).toEqual(files.filter((file) => !file.includes('.example.')).toSorted());
});

/** All values of some keys in a document, however deep. */
const valuesOf = (document: unknown, ...keys: string[]): unknown[] =>
  typeof document === 'object' && document !== null
    ? Object.entries(document).flatMap(([key, value]) => [
        ...(keys.includes(key) ? [value] : []),
        ...valuesOf(value, ...keys),
      ])
    : [];

test('routes, policies and probes name ports and listeners that exist', () => {
  const documents = documentsIn(files.map(read).join('\n---\n'));
  const named = v.object({ name: v.string() });
  const namesIn = (list: unknown) => v.parse(v.array(named), list).map(({ name }) => name);
  const ports = valuesOf(documents, 'containers').flatMap((containers) =>
    valuesOf(containers, 'ports').flatMap(namesIn),
  );
  const asked = valuesOf(documents, 'port', 'targetPort');
  expect(ports.toSorted()).toEqual(['http', 'operations']);
  expect(asked.filter((port) => typeof port === 'string' && !ports.includes(port))).toEqual([]);
  const services = documents.filter(({ kind }) => kind === 'Service');
  expect(valuesOf(services, 'port')).toEqual(
    expect.arrayContaining(valuesOf(documents, 'backendRefs').flatMap((refs) => valuesOf(refs, 'port'))),
  );
  expect(valuesOf(documents, 'listeners').flatMap(namesIn)).toEqual(
    expect.arrayContaining(valuesOf(documents, 'sectionName')),
  );
});
