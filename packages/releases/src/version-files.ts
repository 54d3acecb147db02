import { buildSchema, descriptorSchema } from '@portal/contract';
import * as v from 'valibot';

/** The name of the shell's releases; the shell has no descriptor. */
export const SHELL = 'shell';

/** Subresource Integrity (`sha384-…`) of every file of a version, by its path inside the version. */
export type FileIntegrity = Readonly<Record<string, string>>;

/** The name of a remote, and thus of its folder. */
export const remoteName = descriptorSchema.entries.name;

/** Whether this path stays inside the folder of a version. */
export const isVersionFile = (file: string): boolean => v.is(buildSchema.entries.entry, file);

/** The name of a container as an identifier, as webpack and Rspack write it into the names of their globals. */
export const containerIdentifier = (globalName: string): string => globalName.replaceAll(/[^a-z\d$]+/gi, '_');
