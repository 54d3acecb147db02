import { Failure } from '../../platform/http/errors';
import type { OperatorRole } from '../../platform/database/schema';

const EVERYBODY: readonly OperatorRole[] = ['read', 'support', 'releases'];

/** Who may do some work beside the role `all`: by its name, or else by its subject before the slash. */
const ALLOWED: Record<string, readonly OperatorRole[]> = {
  doctor: EVERYBODY,
  'erp/status': EVERYBODY,
  'imports/list': EVERYBODY,
  'outbox/list': EVERYBODY,
  'tokens/list': EVERYBODY,
  'releases/status': EVERYBODY,
  'releases/show': EVERYBODY,
  releases: ['releases'],
  outbox: ['support'],
  // What customers wrote, and who they are.
  answers: ['support'],
  customer: ['support'],
};

/** Whether a role may do some work. */
export const mayDo = (role: OperatorRole, work: string): boolean => {
  const [subject = ''] = work.split('/');
  return role === 'all' || (ALLOWED[work] ?? ALLOWED[subject] ?? []).includes(role);
};

/** Why a role may not do some work. */
export const roleFailure = (role: OperatorRole, work: string): Failure =>
  new Failure(403, `Your role is ${role}, which may not do ${work}. Ask an operator with the role all.`);
