import { COLOR_MODE } from '@portal/contract';
import { Box, useBrand, type Theme } from '@portal/theme';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useI18n } from '../texts';
import { ShowPictures, useEventImages } from './event-images';
import { PHOTO, sanitize, WITHHELD } from './sanitize';

/** Marks a photo that has taken the room that it needs. */
const LOADED = 'data-loaded';

/** Marks the sentence in place of a picture. */
const FAILED = 'data-failed-picture';

/** Marks photos that have been loaded, and lets a sentence take the place of those that cannot be. */
const watchPictures = (body: HTMLElement, sentence: string) => {
  const photoOf = ({ target }: Event) =>
    target instanceof HTMLImageElement && target.hasAttribute(PHOTO) ? target : undefined;
  const onLoad = (event: Event): void => photoOf(event)?.setAttribute(LOADED, '');
  const onError = (event: Event): void => {
    const picture = photoOf(event);
    if (!picture) return;
    const place = document.createElement('span');
    place.setAttribute(FAILED, '');
    place.textContent = [picture.alt, sentence].filter(Boolean).join(' – ');
    picture.replaceWith(place);
  };
  // These events do not bubble.
  body.addEventListener('load', onLoad, true);
  body.addEventListener('error', onError, true);
  return () => {
    body.removeEventListener('load', onLoad, true);
    body.removeEventListener('error', onError, true);
  };
};

/** The text of an event: HTML from the server, sanitized right before it is inserted. */
export const EventBody = ({ html }: { html: string }) => {
  const { eventImages = 'as-given' } = useBrand();
  const { images } = useEventImages();
  const box = useRef<HTMLDivElement>(null);
  const i18n = useI18n();
  const body = useMemo(
    () => sanitize(html, { picture: i18n.t('Picture'), table: i18n.t('Table') }, images),
    [html, images, i18n],
  );
  useLayoutEffect(() => {
    const stop = watchPictures(body, i18n.t('This picture cannot be loaded at the moment.'));
    box.current?.replaceChildren(body);
    return stop;
  }, [body, i18n]);
  return (
    <>
      {body.querySelector(`[${WITHHELD}]`) && <ShowPictures moveFocus={() => box.current?.focus()} />}
      {/* Stays focusable after the pictures load: an element that loses its `tabIndex` loses the focus. */}
      <Box
        ref={box}
        tabIndex={eventImages === 'as-given' ? undefined : -1}
        dir="auto"
        // A body with backgrounds of its own is as given, on white, in both color schemes.
        {...(body.hasAttribute('data-sheet') && {
          [COLOR_MODE.attribute]: COLOR_MODE.defaultLightColorScheme,
        })}
        sx={bodyStyles}
      />
    </>
  );
};

/**
 * Limits the lightness (OKLCH) of the body's own colors to what is readable in the scheme. Browsers without relative
 * color syntax show the default color.
 */
const colors = (lightness: string) => ({
  '& > div:not([data-sheet]) [style*="--given-color"]': {
    color: `oklch(from var(--given-color) ${lightness} c h / 1)`,
  },
});

/** Shadows at the sides where more of a wide table can be scrolled to; covers that scroll hide them at its ends. */
const scrollCue = {
  overflowX: 'auto',
  marginBlock: '1em',
  isolation: 'isolate',
  '--cover': 'var(--mui-palette-background-paper)',
  '--shadow': 'color-mix(in srgb, var(--mui-palette-text-primary) 30%, transparent)',
  background: `
    linear-gradient(to right, var(--cover) 50%, transparent) left / 40px 100% local,
    linear-gradient(to left, var(--cover) 50%, transparent) right / 40px 100% local,
    linear-gradient(to right, var(--shadow), transparent) left / 12px 100% scroll,
    linear-gradient(to left, var(--shadow), transparent) right / 12px 100% scroll`,
  backgroundRepeat: 'no-repeat',
  '@media print': { overflow: 'visible', background: 'none' },
} as const;

/** Cells of a table that says nothing about its own look. */
const PLAIN_TABLE = 'table:not([border], [cellpadding], [cellspacing], [style], [width])';

const bodyStyles = (theme: Theme) => ({
  ...colors('min(l, 0.45)'),
  ...theme.applyStyles('dark', {
    ...colors('max(l, 0.78)'),
    '& > [data-sheet]': { padding: 2, borderRadius: 1 },
  }),
  '&:focus': { outline: 'none' },
  lineHeight: 1.6,
  '& > [data-plain]': { whiteSpace: 'pre-line' },
  '& > [data-sheet]': {
    bgcolor: 'background.paper',
    color: 'text.primary',
    '& [style*="--given-color"]': { color: 'var(--given-color)' },
    // Lets the shadows at the sides of a wide table shine through its cells.
    '& > [role="group"] > table': { mixBlendMode: 'multiply' },
  },
  '& > div > :first-child': { marginBlockStart: 0 },
  '& > div > :last-child': { marginBlockEnd: 0 },
  '& h4': { fontSize: '1rem', fontWeight: 650, marginBlock: '1.25em 0.5em' },
  '& :is(p, ul, ol, dl, blockquote, pre)': { marginBlock: '0.75em' },
  '& :is(ul, ol)': { paddingInlineStart: '1.5em' },
  '& dt': { fontWeight: 650 },
  '& dd': { marginInlineStart: '1.5em' },
  '& blockquote': {
    marginInline: 0,
    paddingInlineStart: '1em',
    borderInlineStart: '3px solid',
    borderColor: 'divider',
  },
  '& :is(pre, code)': { fontFamily: 'ui-monospace, monospace', fontSize: '0.9em', whiteSpace: 'pre-wrap' },
  '& a[href]:not([style*="--given"])': { color: 'primary.main', textUnderlineOffset: '0.15em' },
  '& [style*="--given"] a:not([style*="--given"])': { color: 'inherit' },
  [`& :is([${WITHHELD}], [${FAILED}])`]: {
    display: 'inline-block',
    border: '1px dashed',
    borderColor: 'text.secondary',
    borderRadius: 1,
    color: 'text.secondary',
    fontSize: '0.875em',
    paddingInline: '0.75em',
    paddingBlock: '0.25em',
  },
  '& img': { maxInlineSize: '100%', blockSize: 'auto', borderRadius: 1 },
  // Without room, all pictures would be in sight, and be loaded at once.
  [`& img[${PHOTO}]:not([${LOADED}], [height])`]: {
    minInlineSize: 'min(100%, 16rem)',
    minBlockSize: '12rem',
    bgcolor: 'action.hover',
  },
  '& [role="group"]': scrollCue,
  // The inherited `anywhere` would shrink columns to one letter instead of letting the table scroll.
  '& :is(th, td)': { overflowWrap: 'break-word', verticalAlign: 'top' },
  [`& ${PLAIN_TABLE}`]: {
    borderCollapse: 'collapse',
    '& > * > tr > :is(th, td)': {
      border: '1px solid',
      borderColor: 'divider',
      paddingInline: 'clamp(0.4em, 1.5cqi, 0.75em)',
      paddingBlock: '0.4em',
    },
  },
  // Headers align with their columns, unless the body sets `align`.
  '& th:not([align], [align]:not(table) *)': { textAlign: 'start' },
  '@media print': {
    '& img': { maxBlockSize: '12cm' },
    // On paper, nothing scrolls: wide tables wrap.
    '& :is(table, th, td)': { inlineSize: 'auto', overflowWrap: 'anywhere', whiteSpace: 'normal' },
  },
});
