import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Gauge, type Registry } from 'prom-client';
import type { Config } from '../../platform/config/config';
import { certificateEnd } from '../../platform/http/certificate';

const HOUR_MS = 3_600_000;

export type MachineSettings = Pick<
  Config,
  'dataDir' | 'auditLog' | 'releasesUrl' | 'publicUrl' | 'backupFile'
>;

/** The folders that the portal writes to, by what is in them. */
const foldersIn = ({ dataDir, auditLog, releasesUrl }: MachineSettings) => ({
  data: dataDir,
  ...(auditLog && { audit: dirname(auditLog) }),
  ...(releasesUrl.protocol === 'file:' && { releases: fileURLToPath(releasesUrl) }),
});

/** In bytes. A folder that nothing needed yet is not there. */
const measureDisks = (config: MachineSettings, registers: Registry[]) => {
  for (const [name, help, blocks] of [
    ['portal_disk_bytes', 'Size of the disk that has a folder', 'blocks'],
    ['portal_disk_free_bytes', 'Free space on the disk that has a folder', 'bavail'],
  ] as const)
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers,
      async collect() {
        for (const [folder, path] of Object.entries(foldersIn(config))) {
          const disk = await statfs(path).catch(() => undefined);
          if (disk) this.set({ folder }, disk[blocks] * disk.bsize);
        }
      },
    });
};

/** Asks once an hour: a certificate changes rarely, and a scrape must not wait for the network. */
const measureCertificate = (publicUrl: URL, registers: Registry[]) => {
  if (publicUrl.protocol !== 'https:') return;
  let askedAt = 0;
  const expiry = new Gauge({
    name: 'portal_certificate_expiry_timestamp_seconds',
    help: 'When the certificate at PUBLIC_URL ends, as of the last hour; NaN: this machine does not reach it',
    registers,
    collect() {
      if (Date.now() - askedAt < HOUR_MS) return;
      askedAt = Date.now();
      void certificateEnd(publicUrl, false).then(
        (end) => this.set(end.getTime() / 1000),
        () => this.set(NaN),
      );
    },
  });
  expiry.set(NaN);
};

const measureBackup = (file: string | undefined, registers: Registry[]) => {
  if (file === undefined) return;
  new Gauge({
    name: 'portal_backup_timestamp_seconds',
    help: 'When a backup last changed BACKUP_FILE; 0: it is not there',
    registers,
    async collect() {
      const found = await stat(file).catch(() => undefined);
      this.set((found?.mtimeMs ?? 0) / 1000);
    },
  });
};

/** What is around the portal: disks, the certificate, backups. */
export const measureMachine = (config: MachineSettings, registry: Registry): void => {
  measureDisks(config, [registry]);
  measureCertificate(config.publicUrl, [registry]);
  measureBackup(config.backupFile, [registry]);
};
