import { expect } from '@playwright/test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { MAIL_DIR, OUTBOX_DIR } from './directories';

const CODE = /\b\d{6}\b/;

const filesOf = async (directory: string, ending: string): Promise<string[]> => {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => name.endsWith(ending)).map((name) => join(directory, name));
};

const mailsTo = async (address: string) => {
  const mails = await Promise.all(
    (await filesOf(MAIL_DIR, '.eml')).map(async (file) => PostalMime.parse(await readFile(file))),
  );
  return mails.filter((mail) => mail.to?.some((recipient) => recipient.address === address));
};

const codesMailedTo = async (address: string): Promise<string[]> =>
  (await mailsTo(address))
    .sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
    .flatMap((mail) => CODE.exec(mail.text ?? '')?.[0] ?? []);

/**
 * The code in the n-th mail that reached an address.
 * @param count how many mails must have arrived, 1 for the first
 */
export const codeMailedTo = async (address: string, count = 1): Promise<string> => {
  await expect.poll(async () => (await codesMailedTo(address)).length, `mails to ${address}`).toBe(count);
  return (await codesMailedTo(address)).at(-1) ?? '';
};

const codesSentTo = async (phone: string): Promise<string[]> => {
  const files = (await filesOf(OUTBOX_DIR, '.txt')).filter((file) => file.includes(phone));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.flatMap((text) => CODE.exec(text)?.[0] ?? []);
};

/** The code in the one SMS that reached a phone number. */
export const codeSentTo = async (phone: string): Promise<string> => {
  await expect.poll(async () => (await codesSentTo(phone)).length, `SMS to ${phone}`).toBe(1);
  return (await codesSentTo(phone))[0] ?? '';
};
