import { http } from '@portal/api';
import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';

const TOKEN = 'portal-operator-token';

/** Keeps the token for this tab; an empty one signs out. */
export const keepToken = (token: string): void => sessionStorage.setItem(TOKEN, token);
export const keptToken = (): string => sessionStorage.getItem(TOKEN) ?? '';

const record = v.record(v.string(), v.unknown());
const records = v.array(record);
const tally = v.object({ shown: v.number(), failed: v.number(), rate: v.number() });
const text = v.nullish(v.string());
const served = v.object({
  version: v.string(),
  since: text,
  who: text,
  why: text,
  health: v.nullish(tally),
  problem: text,
  percent: v.optional(v.number()),
  stopped: v.nullish(v.object({ why: v.string() })),
});
const status = v.object({
  name: v.string(),
  live: v.nullable(served),
  canary: v.nullable(served),
  previous: text,
  problem: text,
});

/** The results of the calls that are shown; unknown fields of objects are ignored. */
const results = {
  session: v.object({
    who: v.string(),
    operator: v.boolean(),
    names: v.array(v.string()),
    verbs: v.array(v.string()),
  }),
  'releases/status': v.array(status),
  'releases/show': v.object({ versions: v.array(v.object({ version: v.string() })), failures: records }),
  'outbox/list': v.object({ depth: records, dead: records }),
  'customer/show': record,
  'imports/list': records,
  doctor: v.object({ findings: records }),
  'tokens/list': records,
};

type Shown = keyof typeof results;
export type Fields = v.InferOutput<typeof record>;
export type Session = v.InferOutput<typeof results.session>;
export type Status = v.InferOutput<typeof status>;
export type Served = v.InferOutput<typeof served>;

const post = async (name: string, parameters: object): Promise<unknown> => {
  const token = keptToken();
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  return (await http.post<unknown>(`/-/operator/work/${name}`, parameters, { headers })).data;
};

/** Does some work that changes something. */
export const change = async (name: string, parameters: object) =>
  v.parse(record, await post(name, parameters));

/** What a call shows. */
export const useShown = <Name extends Shown>(name: Name, parameters: object = {}) =>
  useQuery({
    queryKey: [name, parameters],
    queryFn: async (): Promise<v.InferOutput<(typeof results)[Name]>> =>
      v.parse(results[name], await post(name, parameters)),
  });
