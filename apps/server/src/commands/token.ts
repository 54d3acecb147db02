import { authorOf, UsageError, type Io, type Report } from '@portal/cli';
import * as v from 'valibot';
import { newTokenSchema } from '../releases/team-token-store';
import { columns } from './outbox';
import { configOf, runWork } from './run';
import type { WorkResult } from './work';

const day = (moment: string | null): string => moment?.slice(0, 10) ?? '–';

const stateOf = ({ revokedAt, expiresAt }: WorkResult<'tokens/list'>[number]): string => {
  if (revokedAt !== null) return `revoked ${day(revokedAt)}`;
  return `${Date.parse(expiresAt) > Date.now() ? 'expires' : 'expired'} ${day(expiresAt)}`;
};

/** The options, as they are typed. */
type Wanted = Record<'verbs' | 'days', string> & { names?: string };

/** Creates the token of a team. @throws UsageError for wrong options */
export const createToken = async (team: string, given: Wanted, io: Io): Promise<Report> => {
  const [names, verbs] = [given.names ?? '', given.verbs].map((list) => list.split(',').filter(Boolean));
  const days = Number(given.days);
  const wanted = v.safeParse(newTokenSchema, { team, names, verbs, days, createdBy: authorOf(io) });
  if (!wanted.success) {
    const [issue] = wanted.issues;
    throw new UsageError(`${v.getDotPath(issue)?.replace(/\.\d+$/, '')} ${issue.message}.`);
  }
  const data = await runWork(configOf(io), 'tokens/create', wanted.output);
  return {
    data,
    text: `${data.token}\n\nThe token of ${team} works until ${day(data.expiresAt)}: RELEASE_TOKEN. It is not shown again.`,
  };
};

/** Lists the tokens of teams, without the tokens themselves. */
export const listTokens = async (io: Io): Promise<Report> => {
  const data = await runWork(configOf(io), 'tokens/list', {});
  const rows = data.map((token) => [
    token.id,
    token.team,
    token.names.join(','),
    token.verbs.join(','),
    day(token.lastUsedAt),
    stateOf(token),
  ]);
  const text = columns([['TOKEN', 'TEAM', 'REMOTES', 'VERBS', 'LAST USED', 'STATE'], ...rows]);
  return { data, text: rows.length > 0 ? text : 'No team has a token.' };
};

/** Ends a token at once. */
export const revokeToken = async (id: string, io: Io): Promise<Report> => {
  const data = await runWork(configOf(io), 'tokens/revoke', { id });
  if (data.revoked) return { data, text: `${id} is revoked` };
  return { data, text: '', refusal: `No token ${id} is in use. See pnpm portal token list.` };
};
