import type { OrderFile, ServiceOrderEvent } from '@portal/api';
import type { EventImages } from '@portal/contract';
import { NO_TEXTS, PHOTO, sanitize, WITHHELD } from './sanitize';

/** What a file belongs to. */
type FileEvent = Pick<ServiceOrderEvent, 'summary' | 'created_at'>;

export interface Picture {
  src: string;
  /** Empty if its author wrote none. */
  alt: string;
  event: FileEvent;
}

export interface DocumentLink {
  href: string;
  name: string;
  /** Such as `PDF`; undefined if neither text nor address tell. */
  kind: string | undefined;
  /** In bytes, if that is known. */
  size?: number | undefined;
  event: FileEvent;
}

const PICTURE = 'heic|jpe?g|png|tiff?|webp';
const ENDINGS = `7z|csv|docx?|dwg|dxf|mov|mp4|msg|od[pst]|pdf|pptx?|rtf|txt|xlsx?|xml|zip|${PICTURE}`;
const ENDING = new RegExp(`\\.(${ENDINGS})$`, 'i');
const PICTURE_ENDING = new RegExp(`\\.(?:${PICTURE})$`, 'i');
const DOWNLOAD = /\bdownload/i;

/** Finds most bodies without files before they are parsed. */
const HINT = new RegExp(`<img[\\s/]|\\.(?:${ENDINGS})\\b|${DOWNLOAD.source}`, 'i');

const TAG = /<(?:img|a)[\s/][^<>]*/gi;

/** The last part of a path, decoded unless it is malformed. */
const fileNameIn = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

const kindIn = (name: string): string | undefined => ENDING.exec(name)?.[1]?.toUpperCase();

/** Reads a link by its text, the end of its path, or a parameter such as `?file=report.pdf`. */
const documentIn = (link: HTMLAnchorElement, event: ServiceOrderEvent): DocumentLink | undefined => {
  const text = link.textContent.trim().replace(/\s+/g, ' ');
  const label = /^https?:/i.test(text) ? '' : text;
  const inPath = fileNameIn(link.pathname);
  const file = [label, inPath, ...new URLSearchParams(link.search).values()].find((name) =>
    ENDING.test(name),
  );
  if (file === undefined && !DOWNLOAD.test(link.pathname)) return undefined;
  const picture = link.querySelector('img');
  // A picture that links to a larger one of itself.
  if (picture && PICTURE_ENDING.test(file ?? '')) return undefined;
  return {
    href: link.href,
    name: label || picture?.alt || file || inPath,
    kind: kindIn(file ?? ''),
    event,
  };
};

const isPicture = (name: string): boolean => /\.(?:jpe?g|png|webp)$/i.test(name);

/**
 * The pictures and documents in the bodies of events, and the files that come with the order, each once.
 * @returns `isWithholding`: whether there are pictures that the customer has not asked for yet
 */
export const filesOf = (
  events: readonly ServiceOrderEvent[],
  images: EventImages,
  files: readonly OrderFile[] = [],
) => {
  const pictures = new Map<string, Picture>();
  const documents = new Map<string, DocumentLink>();
  const seen = new Set<string>();
  let isWithholding = false;
  for (const event of events) {
    if (!event.body || !HINT.test(event.body)) continue;
    // A signature with a logo is parsed once, not for each of 2,000 events.
    const tags = event.body.match(TAG)?.filter((tag) => !seen.has(tag)) ?? [];
    if (tags.length === 0) continue;
    for (const tag of tags) seen.add(tag);
    const body = sanitize(event.body, NO_TEXTS, images);
    for (const { src, alt } of body.querySelectorAll<HTMLImageElement>(`img[${PHOTO}]`))
      if (!pictures.has(src)) pictures.set(src, { src, alt, event });
    for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href^="http" i]')) {
      const found = documentIn(link, event);
      if (found && !documents.has(found.href)) documents.set(found.href, found);
    }
    isWithholding ||= body.querySelector(`[${WITHHELD}][${PHOTO}]`) !== null;
  }
  for (const { name = '', url = '', size, about, at } of files) {
    if (!/^https?:/i.test(url)) continue;
    const event = { summary: about, created_at: at };
    if (!isPicture(name)) documents.set(url, { href: url, name, kind: kindIn(name), size, event });
    else if (!pictures.has(url)) pictures.set(url, { src: url, alt: name, event });
  }
  return { pictures: [...pictures.values()], documents: [...documents.values()], isWithholding };
};
