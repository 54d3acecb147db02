import type { AddVerb } from '../verb';
import { addCustomer } from './customer';
import { addDoctor } from './doctor';
import { addImport } from './import';
import { addMigrate } from './migrate';
import { addOutbox } from './outbox';

/** Commands for operators, on the server's database, settings and customers. */
export const SERVER_VERBS: readonly AddVerb[] = [addImport, addMigrate, addOutbox, addCustomer, addDoctor];
