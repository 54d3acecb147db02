import { normalizeEmail } from '../../platform/contact/contact';
import { momentOf, nameIn, textOf, type Entity } from './entity';
import type { Mapping } from './mapping';

/** The addresses in a field, which may hold several, each with a name: `Ann Example <ann@example.com>`. */
export const addressesIn = (field = ''): string[] =>
  field.split(/[;,]/).flatMap((one) => normalizeEmail(one.replace(/^.*<(.*)>\s*$/s, '$1')) ?? []);

/** Somebody at an account, who sees orders if active, with an address, and one of those that the operator chose. */
export const contactOf = (entity: Entity, { sees, only, fields }: NonNullable<Mapping['contact']>) => {
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
    /** Whose orders they see; null: nobody's. */
    sees:
      isWho && isActive && isChosen && isPlaced
        ? { account, location: location ?? null, email, name: nameIn(entity, fields.name) ?? null }
        : null,
  };
};

export type ErpContact = ReturnType<typeof contactOf>;
