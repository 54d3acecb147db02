import { EventEmitter } from 'node:events';
import { REMOTE_VERSION } from '@portal/contract/testing';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { observe } from './observed-page';

const pageSchema = v.custom<Page>((page) => page instanceof EventEmitter);

/** What is observed of messages on the console of a page. */
const observed = async (...messages: { type: string; text: string; url?: string }[]) => {
  const page = Object.assign(new EventEmitter(), {
    exposeFunction: async () => {},
    addInitScript: async () => {},
  });
  const { errors, remarks } = await observe(v.parse(pageSchema, page), {
    name: 'orders',
    entry: REMOTE_VERSION,
  });
  for (const { type, text, url = '' } of messages)
    page.emit('console', { type: () => type, text: () => text, location: () => ({ url }) });
  return { errors, remarks };
};

const CHUNK = 'https://portal.example/releases/orders/1.0.0/chunk.js';

it.each([
  ['error', 'Warning: each child needs a key', undefined],
  ['warning', 'linkTo: no remote of this page has the link warranty.claim', undefined],
  ['error', 'Failed to load resource: 404', CHUNK],
])('an %s on the console counts: %s', async (type, text, url) => {
  expect((await observed({ type, text, ...(url && { url }) })).errors).toEqual([text]);
});

it('other warnings do not count, nor calls that fail on purpose; a blocked style is a remark', async () => {
  const { errors, remarks } = await observed(
    { type: 'warning', text: 'deprecated' },
    { type: 'error', text: 'Failed to load resource: 500', url: 'https://portal.example/visits' },
    { type: 'error', text: 'Applying inline style violates the policy' },
  );
  expect(errors).toEqual([]);
  expect(remarks).toEqual([expect.stringContaining('useNonce()')]);
});
