import { BOOT_ELEMENT_ID, bootSchema, registrySchema, type Boot, type RemoteVersion } from '@portal/contract';
import * as v from 'valibot';
import { VerifyError } from './verify-error';

const BOOT = new RegExp(`<script id="${BOOT_ELEMENT_ID}" type="application/json"[^>]*>([^<]*)</script>`);
const SHELL = /\/releases\/shell\/([^/"]+)\//;

/** What reads from a portal, and keeps its cookies: the context of a browser. */
export interface PortalReader {
  request: {
    get: (url: string, options: { headers: { accept: string } }) => Promise<{ text: () => Promise<string> }>;
  };
}

const fetchText = async (context: PortalReader, portalUrl: string, path: string, accept: string) => {
  try {
    return await (await context.request.get(portalUrl + path, { headers: { accept } })).text();
  } catch (cause) {
    throw new VerifyError(
      'unreachable',
      `${portalUrl} does not answer. Check --portal or PORTAL_URL, and whether this machine can reach it.`,
      { cause },
    );
  }
};

/** Reads the shell and the data of the page that a portal serves. @param query the preview: `?preview=…` */
export const readPortalPage = async (
  context: PortalReader,
  portalUrl: string,
  query: string,
): Promise<{ shell: string; boot: Boot }> => {
  const html = await fetchText(context, portalUrl, `/${query}`, 'text/html');
  const boot = v.safeParse(v.pipe(v.string(), v.parseJson(), bootSchema), BOOT.exec(html)?.[1]);
  const shell = SHELL.exec(html)?.[1];
  if (boot.success && shell !== undefined) return { shell, boot: boot.output };
  throw new VerifyError(
    'unreachable',
    `${portalUrl} is not the page of a portal with a shell. Check --portal or PORTAL_URL.`,
  );
};

/** The version of a remote that the portal gives to this context; undefined if there is none. */
export const readEntry = async (
  context: PortalReader,
  portalUrl: string,
  name: string,
): Promise<RemoteVersion | undefined> => {
  const text = await fetchText(context, portalUrl, `/registry.json?remote=${name}`, 'application/json');
  return v.parse(v.pipe(v.string(), v.parseJson(), registrySchema), text).microFrontends[name]?.[0];
};
