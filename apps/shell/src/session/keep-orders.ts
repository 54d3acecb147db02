import { normalizeTimestamp, serviceOrdersOptions, type ServiceOrder } from '@portal/api';
import { TRUSTED_TYPES_POLICIES } from '@portal/contract';
import type { QueryClient } from '@tanstack/react-query';
import type {} from 'trusted-types';
import * as v from 'valibot';
import { readKept, writeKept } from './kept-orders';

const MOST_ORDERS = 50;

const text = v.optional(v.string());

/** As plain text, with times in ISO 8601. `events` is absent if the customer has not opened the order. */
const keptOrder = v.object({
  number: v.string(),
  description: text,
  status: text,
  modified: text,
  events: v.optional(
    v.array(v.object({ summary: text, author: text, at: text, status: text, text: v.string() })),
  ),
});

/** What the server's offline page shows. Both are released separately: fields are only added. */
const keptOrders = v.object({ owner: v.string(), updatedAt: v.string(), orders: v.array(keptOrder) });

type KeptOrder = v.InferOutput<typeof keptOrder>;
export type KeptOrders = v.InferOutput<typeof keptOrders>;

const parseKept = (json: string): KeptOrders | undefined => {
  try {
    return v.parse(keptOrders, JSON.parse(json));
  } catch {
    return undefined;
  }
};

const createPolicy = () => {
  try {
    // Nothing in a template runs or loads, and only its text leaves it.
    return window.trustedTypes?.createPolicy(TRUSTED_TYPES_POLICIES.html, { createHTML: (html) => html });
  } catch {
    return undefined;
  }
};

const policy = createPolicy();

/** The text of an event's HTML, a line for each block. */
const textOf = (html: string): string => {
  const template = document.createElement('template');
  const line = html
    .replaceAll(/\s+/g, ' ')
    // Parsing styles violates a strict Content-Security-Policy.
    .replaceAll(/(?<=<\/?)style\b/gi, 'noembed')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/ style ?=/gi, ' data-style='));
  Object.assign(template, { innerHTML: policy ? policy.createHTML(line) : line });
  const { content } = template;
  for (const element of content.querySelectorAll('noembed, script')) element.remove();
  for (const block of content.querySelectorAll('br, p, div, li, tr, td, th, h1, h2, h3, h4, h5, h6'))
    block.after('\n');
  return content.textContent
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim();
};

const eventsOf = ({ events }: ServiceOrder): KeptOrder['events'] =>
  events?.map(({ summary, created_by, created_at, status, body = '' }) => ({
    summary,
    author: created_by,
    at: normalizeTimestamp(created_at),
    status,
    text: textOf(body),
  }));

const { queryKey: LIST_KEY } = serviceOrdersOptions;

/** The orders of the cache, and what was kept before of orders that the customer still has. */
const collect = (client: QueryClient, before: readonly KeptOrder[]): KeptOrder[] => {
  const list = client.getQueryData(LIST_KEY);
  const opened = client
    .getQueriesData<ServiceOrder | null>({ queryKey: LIST_KEY })
    .flatMap(([key, order]) => (key.length > LIST_KEY.length && order ? order : []));
  const kept = new Map(before.map((order) => [order.number, order]));
  const known = new Map<string, KeptOrder>(list ? [] : kept);
  const add = (order: ServiceOrder, events: KeptOrder['events']) => {
    const number = order.ServiceOrderNbr;
    if (number === undefined) return;
    known.set(number, {
      number,
      description: order.Description,
      status: order.Status,
      modified: normalizeTimestamp(order.LastModifiedDateTime),
      ...(events && { events }),
    });
  };
  for (const order of list ?? []) add(order, kept.get(order.ServiceOrderNbr ?? '')?.events);
  for (const order of opened) add(order, eventsOf(order));
  return [...known.values()]
    .sort((one, other) => (other.modified ?? '').localeCompare(one.modified ?? ''))
    .slice(0, MOST_ORDERS);
};

/**
 * Keeps the orders of the list, and the events of those that the customer opens, until the customer ends it.
 * @param owner who is signed in; orders of another customer are deleted
 * @returns a function that stops
 */
export const keepOrders = (client: QueryClient, owner: string): (() => void) => {
  const cache = client.getQueryCache();
  const keep = () => {
    const json = readKept();
    // Another tab has ended it.
    if (json === null) return;
    const before = parseKept(json);
    if (before?.owner && owner && before.owner !== owner) return writeKept(null);
    const found = cache.findAll({ queryKey: LIST_KEY, predicate: ({ state }) => state.data !== undefined });
    if (found.length === 0) return;
    const kept: KeptOrders = {
      owner: owner || before?.owner || '',
      updatedAt: new Date(Math.max(...found.map(({ state }) => state.dataUpdatedAt))).toISOString(),
      orders: collect(client, before?.orders ?? []),
    };
    writeKept(JSON.stringify(kept));
  };
  keep();
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { queryHash } = event.query;
    if (cache.findAll({ queryKey: LIST_KEY }).some((query) => query.queryHash === queryHash)) keep();
  });
};
