import { statements } from './statements';

/** Tells a staging on the database of production from its replicas. */
export const addressesOfReplicas = statements('alter table replicas add column address text');
