import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { Io } from './io';
import { UsageError } from '@portal/releases';

/** Who runs this process. In a container, the user may have no name. */
export const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
};

/** The caller's directory; pnpm itself runs at the root of the workspace. */
export const callerDirectoryOf = ({ env, cwd }: Pick<Io, 'env' | 'cwd'>): string =>
  resolve(cwd, env['INIT_CWD'] ?? '');

/** The author of a change: RELEASED_BY, or the user. */
export const authorOf = ({ env }: Pick<Io, 'env'>): string => env['RELEASED_BY'] || userName();

const webUrl = (name: string, text: string | undefined): URL | undefined => {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
  throw new UsageError(`${name} must be a URL such as https://portal.example, not ${text}.`);
};

/** A file in which CI mounts a secret. */
const secretIn = (variable: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${variable} names ${file}, which cannot be read (${code}).`);
  }
};

/** Reads the variables of the command line. Empty ones count as absent. */
export const readConfig = ({ env, cwd }: Pick<Io, 'env' | 'cwd'>) => {
  const valueOf = (name: string): string | undefined => env[name] || undefined;
  const tokenFile = valueOf('PORTAL_TOKEN_FILE');
  return {
    /** The portal that a team releases through. */
    portalUrl: webUrl('PORTAL_URL', valueOf('PORTAL_URL')),
    /** The token of a team for it. */
    portalToken: valueOf('PORTAL_TOKEN') ?? (tokenFile && secretIn('PORTAL_TOKEN_FILE', tokenFile)),
    /** The author in the history. */
    releasedBy: authorOf({ env }),
    /** The browser to verify versions with. */
    browser: valueOf('CHROME_PATH'),
    callerDirectory: callerDirectoryOf({ env, cwd }),
  };
};
