import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Portal } from './portal';

/** Waits for the code that the portal keeps in its outbox for a phone. */
const codeFor = async (dataDir: string, phone: string): Promise<string> => {
  const outbox = join(dataDir, 'outbox');
  for (;;) {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.includes(phone));
    const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
    const code = texts.map((text) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
    if (code) return code;
    await sleep(50);
  }
};

/**
 * Signs in with the code that the portal keeps in its outbox.
 * @returns the value of the cookie `session_token`
 */
export const signIn = async (
  { url, dataDir }: Pick<Portal, 'url' | 'dataDir'>,
  phone: string,
): Promise<string> => {
  const cookies = new Map<string, string>();
  const call = async (path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  await call('/auth-check');
  await call('/customer-login/phone', { phone });
  const answer = await call('/customer-login/phone/verify', { phone, code: await codeFor(dataDir, phone) });
  const token = cookies.get('session_token');
  if (!answer.ok || !token) throw new Error(`No session for ${phone}: ${await answer.text()}`);
  return token;
};
