import * as v from 'valibot';

/** A path inside a version's folder: no leading slash, no `..`. */
export const filePath = v.pipe(
  v.string(),
  v.regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w.@+-][\w.@+/-]*$/, 'must be a relative path'),
);

/** A version, which names an immutable folder. */
export const versionSchema = v.pipe(
  v.string(),
  v.regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/, 'must be a semantic version such as 1.4.0 or 1.4.0-pr12'),
  v.maxLength(128, 'must have at most 128 characters'),
);

/** The Subresource Integrity (W3C SRI) of a file. Browsers ignore an invalid one and accept any file. */
export const integritySchema = v.pipe(
  v.string(),
  v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'must be a SHA-384 integrity'),
);

/** A canary's share of visitors, in whole percent. */
export const percentSchema = v.pipe(
  v.number(),
  v.integer('must be a whole number'),
  v.minValue(0, 'must be between 0 and 100'),
  v.maxValue(100, 'must be between 0 and 100'),
);

/** A build: the shell's is its `build.json`, a remote's follows from its federation manifest. */
export const buildSchema = v.strictObject({
  entry: filePath,
  globalName: v.optional(v.string()),
  format: v.optional(v.picklist(['script', 'module']), 'script'),
  preload: v.array(filePath),
  styles: v.optional(v.array(filePath), []),
});

export type Build = v.InferOutput<typeof buildSchema>;
