import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { errorCode } from './error-code';
import type { Given } from './variables';

/**
 * Reads the variables that are in files, as Docker and Kubernetes mount secrets: `SECRET_KEY_FILE=/run/secrets/key` in place
 * of SECRET_KEY.
 * @param known the names of all variables
 * @returns their values, and a sentence about each that cannot be read
 */
export const readFileValues = (given: Given, known: readonly string[]) => {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of known) {
    const variable = `${name}_FILE`;
    const file = given[variable];
    if (file === undefined || known.includes(variable)) continue;
    if (given[name] !== undefined) faults.push(`${name} and ${variable} are both set: set one`);
    try {
      const bytes = readFileSync(file);
      const value = bytes.toString().trim();
      if (!isUtf8(bytes)) faults.push(`${variable} names a file that is not UTF-8: save it as UTF-8`);
      else if (value === '') faults.push(`${variable} names an empty file`);
      else values[name] = value;
    } catch (error) {
      faults.push(`${variable} names a file that cannot be read (${errorCode(error)})`);
    }
  }
  return { values, faults };
};
