import { normalizeEmail } from '../../platform/contact/contact';
import { momentOf, nameIn, textOf, type Entity } from './entity';
import type { Mapping } from './mapping';

/** Somebody whom the ERP knows at an account. */
export interface ErpContact {
  id: string;
  modified: Date;
  /** Whose orders they see; null: nobody's. */
  sees: { account: string; location: string | null; email: string; name: string | null } | null;
}

/** The addresses in a field, which may hold several, each with a name: `Ann Example <ann@example.com>`. */
export const addressesIn = (field = ''): string[] =>
  field.split(/[;,]/).flatMap((one) => normalizeEmail(one.replace(/^.*<(.*)>\s*$/s, '$1')) ?? []);

/** A contact, who sees orders if it is active, has an address, and is one of those that the operator chose. */
export const contactOf = (
  entity: Entity,
  { sees, only, fields }: NonNullable<Mapping['contact']>,
): ErpContact => {
  const account = textOf(entity, fields.account);
  const [email] = addressesIn(textOf(entity, fields.email));
  const location = sees === 'location' && fields.location ? textOf(entity, fields.location) : undefined;
  const isActive = ['true', 'Active'].includes(textOf(entity, fields.active) ?? '');
  const isChosen = Object.entries(only).every(([field, words]) =>
    words.includes(textOf(entity, field) ?? ''),
  );
  const isPlaced = sees === 'account' || location !== undefined;
  const isWho = account !== undefined && email !== undefined;
  return {
    id: textOf(entity, fields.id) ?? '',
    modified: momentOf(entity, fields.modified),
    sees:
      isWho && isActive && isChosen && isPlaced
        ? { account, location: location ?? null, email, name: nameIn(entity, fields.name) ?? null }
        : null,
  };
};
