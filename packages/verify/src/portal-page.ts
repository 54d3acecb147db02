import { BOOT_ELEMENT_ID, bootSchema, registrySchema, type Boot, type RemoteVersion } from '@portal/contract';
import { UnreachableError } from '@portal/releases';
import * as v from 'valibot';

const BOOT = new RegExp(`<script id="${BOOT_ELEMENT_ID}" type="application/json"[^>]*>([^<]*)</script>`);
const SHELL = /\/releases\/shell\/([^/"]+)\//;

/** What reads from a portal, and keeps its cookies: the context of a browser. */
export interface PortalReader {
  request: {
    get: (url: string, options: { headers: { accept: string } }) => Promise<{ text: () => Promise<string> }>;
  };
}

const fetchText = async (context: PortalReader, url: string, accept: string) => {
  try {
    return await (await context.request.get(url, { headers: { accept } })).text();
  } catch (cause) {
    throw new UnreachableError(
      `${new URL(url).origin} does not answer. It is the PUBLIC_URL of the portal: check whether this machine can reach it.`,
      { cause },
    );
  }
};

/** Reads the shell and the data of the page that a portal serves. @param link of a preview */
export const readPortalPage = async (
  context: PortalReader,
  link: string,
): Promise<{ portalUrl: string; shell: string; boot: Boot }> => {
  const { origin } = new URL(link);
  const html = await fetchText(context, link, 'text/html');
  const boot = v.safeParse(v.pipe(v.string(), v.parseJson(), bootSchema), BOOT.exec(html)?.[1]);
  const shell = SHELL.exec(html)?.[1];
  if (boot.success && shell !== undefined)
    return { portalUrl: origin + boot.output.basePath, shell, boot: boot.output };
  throw new UnreachableError(
    `${origin} does not show the page of a portal with a shell. It is the PUBLIC_URL of the portal: check it.`,
  );
};

/** The version of a remote that the portal gives to this context; undefined if there is none. */
export const readEntry = async (
  context: PortalReader,
  portalUrl: string,
  name: string,
): Promise<RemoteVersion | undefined> => {
  const text = await fetchText(context, `${portalUrl}/registry.json?remote=${name}`, 'application/json');
  return v.parse(v.pipe(v.string(), v.parseJson(), registrySchema), text).microFrontends[name]?.[0];
};
