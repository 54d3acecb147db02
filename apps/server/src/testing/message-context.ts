import type { Language } from '@portal/contract';
import { createLinks } from '../messages/links';
import { createKey } from '../platform/crypto/secrets';
import { i18nIn } from '../platform/language/languages';
import { readConfig } from '../variables';

/** What messages to a customer are written with, of a portal with these variables. */
export const messageContext = (env: Record<string, string> = {}, language: Language = 'en') => {
  const config = readConfig({ PUBLIC_URL: 'https://portal.example', ...env }, '/');
  const links = createLinks(config, createKey(Buffer.alloc(32)));
  const now = new Date('2026-03-09T12:00:00Z');
  return { config, links, i18n: i18nIn(language), customerId: 'c0ffee', name: 'Ann & <Bo>', now };
};
