import type { ServiceOrderEvent } from '@portal/api';
import type { EventImages } from '@portal/contract';
import { NO_TEXTS, PHOTO, sanitize, WITHHELD } from './sanitize';

export interface Picture {
  src: string;
  /** Empty if its author wrote none. */
  alt: string;
  event: ServiceOrderEvent;
}

export interface DocumentLink {
  href: string;
  name: string;
  /** Such as `PDF`; undefined if neither text nor address tell. */
  kind: string | undefined;
  event: ServiceOrderEvent;
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
    kind: ENDING.exec(file ?? '')?.[1]?.toUpperCase(),
    event,
  };
};

/**
 * The pictures and documents in the bodies of events, each once.
 * @returns `isWithholding`: whether there are pictures that the customer has not asked for yet
 */
export const filesOf = (events: readonly ServiceOrderEvent[], images: EventImages) => {
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
  return { pictures: [...pictures.values()], documents: [...documents.values()], isWithholding };
};
