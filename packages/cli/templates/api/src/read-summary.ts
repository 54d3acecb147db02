import { createClient } from '@portal/remote';
import * as v from 'valibot';
import descriptor from '../remote.json';

const backEnd = createClient(descriptor);

const summarySchema = v.object({ orders: v.number() });

/** `GET /summary` of this remote's own back end, which gets the customer's identity from the portal. */
export const readSummary = async (options?: { signal: AbortSignal }) =>
  v.parse(summarySchema, await backEnd.get('/summary', options));
