import * as v from 'valibot';
import { unwrap, withoutInvisible } from '@portal/api/wire';
import { storable, type Entity } from './entity';

export interface ErpFile {
  id: string;
  /** Empty: only a note names it, as a picture. */
  name: string;
  /** The summary and the time of the activity that has it; absent: the order has it. */
  about?: string | undefined;
  at?: string | undefined;
}

/** The field that lists the files of a record. */
export const FILES = 'files';

const idSchema = v.pipe(v.string(), v.toLowerCase(), v.uuid());
const fileSchema = v.object({
  id: v.pipe(v.unknown(), v.transform(unwrap), idSchema),
  filename: v.pipe(v.unknown(), v.transform(unwrap), v.string()),
});

/** Names of what customers may get, once its content proves to be that. */
const SHOWN = /\.(?:jpe?g|pdf|png|webp)$/i;

/** The files that are attached to a record. */
export const filesIn = (entity: Entity): ErpFile[] => {
  const listed = Array.isArray(entity[FILES]) ? entity[FILES] : [];
  return listed.flatMap((one) => {
    const { success, output } = v.safeParse(fileSchema, one);
    // Before the name is that of the record.
    const name = success ? storable(withoutInvisible(output.filename.replace(/^.*[/\\]/s, ''))) : '';
    return success && SHOWN.test(name) ? [{ id: output.id, name }] : [];
  });
};

const IMAGE = /<img\s[^<>]*>/gi;
const SOURCE =
  /(?<=\ssrc\s*=\s*)(["'])[^"'?]*\/Frames\/GetFile\.ashx\?(?:[^"']*[?&;])?fileID=([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:&[^"']*)?\1/i;

/** A note whose pictures come from the portal. Only people of the company write notes. @returns the files that it shows */
export const withPictures = (
  note: string,
  urlOf: (id: string) => string,
): { note: string; files: ErpFile[] } => {
  const files: ErpFile[] = [];
  const shown = note.replace(IMAGE, (image) =>
    image.replace(SOURCE, (_source, _mark, given: string) => {
      const id = given.toLowerCase();
      files.push({ id, name: '' });
      return `"${urlOf(id)}"`;
    }),
  );
  return { note: shown, files };
};
