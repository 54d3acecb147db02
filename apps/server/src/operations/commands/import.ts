import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { withoutInvisible } from '@portal/api/wire';
import { callerDirectoryOf, type Io, type Report } from '@portal/cli';
import { checkFile, messagesText, reportText, type ImportReport } from '../../orders/import/import-customers';
import { readFileParts } from '../../orders/import/json-rows';
import { recordText } from './records';
import { configOf } from './operator';
import { callCommand, requireOwnDatabase, runWork, withCommands } from './run';

interface ImportFile {
  json: boolean;
  dryRun: boolean;
  quiet: boolean;
  yes: boolean;
}

/** What the operator should know before so much changes. */
const heldText = ({ orders, messages }: Exclude<ImportReport, { outcome: 'refused' }>): string =>
  `It changes ${orders.updated} orders, and would send ${messagesText(messages)}.`;

/** Imports a file, in the portal if it has the database open. @param file relative to the caller's directory */
export const importFile = async (
  file: string,
  { json, dryRun, quiet, yes }: ImportFile,
  io: Io,
): Promise<Report> => {
  const config = configOf(io);
  requireOwnDatabase(config, 'Import customers and orders on that server, or unset API_UPSTREAM.');
  // Saves memory: by default, V8 lets the heap grow to several times its used size before it collects garbage.
  setFlagsFromString('--heap-growing-percent=20');
  const path = resolve(callerDirectoryOf(io), file);
  const data =
    (await checkFile(readFileParts(path))) ??
    // Both ends are the same program.
    ((await withCommands(config, (send) =>
      callCommand(send, `/import?dryRun=${dryRun}&quiet=${quiet}&yes=${yes}`, createReadStream(path)),
    )) as ImportReport);
  if (data.outcome === 'held') {
    const answer = await io.ask?.(`${heldText(data)} Load ${file}? Type "yes": `);
    if (answer?.trim() === 'yes') return importFile(file, { json, dryRun, quiet, yes: true }, io);
    const refusal = `${heldText(data)} Nothing was loaded. Add --yes to load it, and --quiet to send nothing.`;
    return { data, text: reportText(data), refusal };
  }
  const text = reportText(data);
  const refusal = json ? `${file} has errors. Nothing was loaded.` : `${file} has errors:\n${text}`;
  return { data, text, ...(data.outcome === 'refused' && { refusal }) };
};

/** Removes an order. */
export const deleteOrder = async (orderNbr: string, io: Io): Promise<Report> => {
  const data = await runWork(configOf(io), 'order/delete', { orderNbr: withoutInvisible(orderNbr) });
  if ('refusal' in data) return { data, text: '', refusal: data.refusal };
  return { data, text: `order ${data.deleted} is deleted` };
};

/** Lists the last loads of customers and orders, with their reports. */
export const listImports = async (io: Io): Promise<Report> => {
  const data = await runWork(configOf(io), 'imports/list', {});
  const texts = data.map(({ report, ...load }) => recordText({ ...load, ...report }));
  return { data, text: texts.join('\n\n') || 'Nothing has been imported.' };
};
