import { authorOf, UsageError, type Io, type Report } from '@portal/cli';
import * as v from 'valibot';
import { newTokenSchema } from '../../portal/releases/team-token-store';
import { tableText } from './records';
import { configOf } from './operator';
import { runWork } from './run';

/** The options, as they are typed. */
type Wanted = Record<'verbs' | 'days' | 'megabytes' | 'files' | 'versions', string> & {
  names?: string;
  role?: string;
};

/** Creates the token of a team, or of an operator. @throws UsageError for wrong options */
export const createToken = async (team: string, given: Wanted, io: Io): Promise<Report> => {
  const [names, verbs] = [given.names ?? '', given.verbs].map((list) => list.split(',').filter(Boolean));
  const wanted = v.safeParse(newTokenSchema, {
    team,
    ...(given.role !== undefined && { role: given.role }),
    names,
    verbs,
    days: Number(given.days),
    createdBy: authorOf(io),
    megabytes: Number(given.megabytes),
    files: Number(given.files),
    versions: Number(given.versions),
  });
  if (!wanted.success) {
    const [issue] = wanted.issues;
    throw new UsageError(`${v.getDotPath(issue)?.replace(/\.\d+$/, '')} ${issue.message}.`);
  }
  const data = await runWork(configOf(io), 'tokens/create', wanted.output);
  return {
    data,
    text: `${data.token}\n\nThe token of ${team} works until ${data.expiresAt.slice(0, 10)}: ${given.role === undefined ? 'PORTAL_TOKEN' : 'sign in with it at the operator’s pages'}. It is not shown again.`,
  };
};

/** Lists the tokens of teams, without the tokens themselves. */
export const listTokens = async (io: Io): Promise<Report> => {
  const data = await runWork(configOf(io), 'tokens/list', {});
  return { data, text: tableText(data) || 'No team has a token.' };
};

/** Ends a token at once. */
export const revokeToken = async (id: string, io: Io): Promise<Report> => {
  const data = await runWork(configOf(io), 'tokens/revoke', { id });
  return { data, text: `${id} is revoked`, ...('refusal' in data && { refusal: data.refusal }) };
};
