import { buildSchema, descriptorSchema, type Build, type Descriptor } from '@portal/contract';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { ReleaseError } from './release-error';

const readJson = async <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> => {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new ReleaseError(`${path} is missing. Build first: pnpm build`, { cause });
  });
  const result = v.safeParse(schema, JSON.parse(text));
  if (result.success) return result.output;
  const faults = result.issues.map(
    (issue) => `/${v.getDotPath(issue)?.replaceAll('.', '/') ?? ''} ${issue.message}`,
  );
  throw new ReleaseError(`${path} is not valid: ${faults.join('; ')}`);
};

/** Reads what a build says of itself. */
export const readBuild = (directory: string): Promise<Build> =>
  readJson(join(directory, 'build.json'), buildSchema);

/** Reads a remote's descriptor. */
export const readDescriptor = (file: string): Promise<Descriptor> => readJson(file, descriptorSchema);
