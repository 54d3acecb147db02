import type { Descriptor } from '@portal/contract';
import type { Served } from './served';

/** The remotes of the portal itself (specification section 3), whose entries come first. */
const OWN = ['login', 'orders', 'notification-preferences'];

/** The portal's own entry. */
const LOGOUT = 'Logout';

/** The lowest `order` for entries of other remotes. */
const FIRST_ORDER = 100;

const isSame = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

const ownerOfLabel = (label: string, served: readonly Served[]): Served | undefined =>
  served.find(({ descriptor }) => descriptor?.navigation.some((theirs) => isSame(theirs.label, label)));

/** Lists the conflicts of a remote's drawer entries with the portal's own and with those of other remotes. */
export const drawerConflicts = (
  name: string,
  { navigation }: Descriptor,
  served: readonly Served[],
): string[] =>
  navigation.flatMap(({ label, order }) => {
    const owner = ownerOfLabel(label, served);
    return [
      ...(isSame(label, LOGOUT)
        ? [`its entry "${label}" could be taken for the portal's Logout. Choose another label.`]
        : []),
      ...(owner
        ? [
            `its entry "${label}" could be taken for one of ${owner.name}@${owner.version}. Choose another label.`,
          ]
        : []),
      ...(order < FIRST_ORDER && !OWN.includes(name)
        ? [
            `its entry "${label}" has the order ${order}, among the portal's own entries. Use ${FIRST_ORDER} or more.`,
          ]
        : []),
    ];
  });
