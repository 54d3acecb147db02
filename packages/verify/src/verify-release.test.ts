import { BOOT_ELEMENT_ID } from '@portal/contract';
import { REMOTE_VERSION } from '@portal/contract/testing';
import { openPreview } from './verify-release';

const PORTAL = 'https://portal.example';
const SCHEMA = 'v1-pre.json';

const entryOf = (version: string) => ({
  ...REMOTE_VERSION,
  metadata: { ...REMOTE_VERSION.metadata, version },
});

const BOOT = {
  basePath: '',
  brand: { name: 'Acme', logoUrl: null, primaryColor: '#1976d2', links: {} },
  previews: [{ remote: 'orders', version: '1.5.0', problem: null }],
  registry: { schema: SCHEMA, microFrontends: {} },
  remotes: [],
};
const PAGE = `<script id="${BOOT_ELEMENT_ID}" type="application/json">${JSON.stringify(BOOT)}</script>
<script src="/releases/shell/2.1.0/shell.js"></script>`;

/** A portal whose page shows the preview, and whose registry has one version after the other, then the last. */
const portalServing = (...versions: string[]) => {
  let asked = 0;
  const get = async (url: string) => ({
    text: async () => {
      if (!url.includes('/registry.json')) return PAGE;
      const version = versions[Math.min(asked++, versions.length - 1)] ?? '';
      return JSON.stringify({ schema: SCHEMA, microFrontends: { orders: [entryOf(version)] } });
    },
  });
  return { request: { get } };
};

const open = (patienceMs: number, ...versions: string[]) =>
  openPreview(
    portalServing(...versions),
    { name: 'orders', version: '1.5.0' },
    { shell: undefined, preview: async () => `${PORTAL}/?preview=grant`, patienceMs },
  );

it('waits until the portal serves the version itself, and a second more for its other processes', async () => {
  const started = performance.now();
  const { entry } = await open(60_000, '1.4.0', '1.5.0');
  expect(entry?.metadata.version).toBe('1.5.0');
  expect(performance.now() - started).toBeGreaterThan(1900);
});

it('says which version the portal serves instead', async () => {
  expect(await open(0, '1.4.0')).toMatchObject({
    entry: undefined,
    problem: 'https://portal.example does not serve orders 1.5.0, but 1.4.0.',
  });
});
