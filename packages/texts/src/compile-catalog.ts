import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import * as v from 'valibot';

const catalogSchema = v.record(v.string(), v.string());

/**
 * Compiles a catalog, `languages/<language>.json`, so that no browser parses ICU MessageFormat.
 * @throws when a translation is not valid ICU MessageFormat
 */
export const compileCatalog = (catalog: unknown): Record<string, CompiledMessage> =>
  Object.fromEntries(
    Object.entries(v.parse(catalogSchema, catalog))
      // Leave out empty translations: their texts stay English.
      .filter(([, translation]) => translation !== '')
      .map(([text, translation]) => [text, compileMessageOrThrow(translation)]),
  );
