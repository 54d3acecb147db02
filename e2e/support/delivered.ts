import { expect } from '@playwright/test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { DATA_DIR, MAIL_DIR } from './directories';

const CODE = /\b\d{6}\b/;

const filesIn = async (directory: string, ending: string): Promise<string[]> => {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => name.endsWith(ending)).map((name) => join(directory, name));
};

/**
 * Waits for the only message and returns its code. Fails on a second one, because time stamps do not order them.
 * A file appears before its text is written, so the poll waits for the code and not for the file.
 */
const codeIn = async (read: () => Promise<string[]>, recipient: string): Promise<string> => {
  let codes: (string | undefined)[] = [];
  await expect
    .poll(async () => (codes = (await read()).map((text) => CODE.exec(text)?.[0])), {
      message: `messages to ${recipient}`,
      intervals: [50],
    })
    .toEqual([expect.stringMatching(CODE)]);
  return codes[0] ?? '';
};

/** The mails to an address. */
export const mailsTo = async (address: string): Promise<Email[]> => {
  const files = await filesIn(join(MAIL_DIR, address), '.eml');
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(file))));
};

/** In any language, their subjects begin with the code. */
const isCode = ({ subject = '' }: Email): boolean => /^\W*\d{6}\b/.test(subject);

/** The code in the only mail with one to an address. */
export const codeMailedTo = (address: string): Promise<string> =>
  codeIn(async () => (await mailsTo(address)).filter(isCode).map(({ text }) => text ?? ''), address);

/** The mails without a code to an address. */
export const messagesMailedTo = async (address: string): Promise<{ subject: string; html: string }[]> =>
  (await mailsTo(address))
    .filter((mail) => !isCode(mail))
    .map(({ subject = '', html = '' }) => ({ subject, html }));

/** The text messages to a phone number. Without Twilio, a portal writes them to files in its data. */
export const textMessagesTo = async (phone: string, dataDir = DATA_DIR): Promise<string[]> => {
  const files = (await filesIn(join(dataDir, 'outbox'), '.txt')).filter((file) => file.includes(phone));
  return Promise.all(files.map((file) => readFile(file, 'utf8')));
};

/** The code in the only SMS to a phone number. */
export const codeSentTo = (phone: string, dataDir = DATA_DIR): Promise<string> =>
  codeIn(() => textMessagesTo(phone, dataDir), phone);
