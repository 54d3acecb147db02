import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestErp } from './testing/erp';
import { orderIn } from './testing/order-store';
import { useTestApp } from '../../testing/test-app';

const portal = useTestApp();

test('statuses in the language of the user become the words of the portal (AR FS_30_01_00)', async () => {
  const { fake, startReplica } = await startTestErp(portal, {
    statusWords: { Open: 'Offen', Confirmed: 'Bestätigt', 'On Hold': 'Angehalten', Quote: 'Angebot' },
  });
  const file = join(portal.config.dataDir, 'mapping.json');
  const statuses = { Open: ['Offen', 'Bestätigt'], 'On Hold': ['Angehalten'], Angebot: null };
  await writeFile(file, JSON.stringify({ statuses }));
  for (const Status of ['Open', 'Confirmed', 'On Hold', 'Quote', 'Completed'])
    fake.addOrder(Status, { 'Contact/Email': 'ann@example.com', Status });
  await (await startReplica({ ACUMATICA_MAPPING: file })).work();
  await fake.stop();
  const statusOf = async (number: string) => (await orderIn(portal.database, number))?.document['Status'];
  expect(await statusOf('Open')).toEqual({ value: 'Open' });
  expect(await statusOf('Confirmed')).toEqual({ value: 'Open' });
  expect(await statusOf('On Hold')).toEqual({ value: 'On Hold' });
  expect(await statusOf('Quote')).toBeUndefined();
  expect(await statusOf('Completed')).toEqual({ value: 'Completed' });
});
