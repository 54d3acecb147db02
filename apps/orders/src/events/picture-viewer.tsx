import { mdiChevronLeft, mdiChevronRight, mdiClose } from '@mdi/js';
import { COLOR_MODE } from '@portal/contract';
import { Box, Dialog, Icon, IconButton, Typography, useDirection } from '@portal/theme';
import { useId, useLayoutEffect, useState, type KeyboardEvent } from 'react';
import { useI18n } from '../texts';
import { DateValue } from '../values/date-value';
import { Separator, TextValue } from '../values/text-value';
import { OrderPicture } from './event-images';
import type { Picture } from './files';

/** Pictures are on a dark ground in both color schemes. */
const IN_DARK = { [COLOR_MODE.attribute]: COLOR_MODE.defaultDarkColorScheme };

interface PictureViewerProps {
  pictures: readonly Picture[];
  /** The index of the first picture to show. */
  start: number;
  onClose: () => void;
}

/** Scrolls a row of pictures to one of them, in both writing directions. */
const scrollTo = (row: HTMLElement | null, index: number): void => {
  const slide = row?.children[index];
  if (row && slide instanceof HTMLElement) row.scrollLeft = slide.offsetLeft;
};

/** Shows pictures large, one at a time: by swipe, by arrow keys (mirrored in RTL), and by buttons, which go round. */
export const PictureViewer = ({ pictures, start, onClose }: PictureViewerProps) => {
  const i18n = useI18n();
  const direction = useDirection();
  const [row, setRow] = useState<HTMLUListElement | null>(null);
  const [shown, setShown] = useState(start);
  const id = useId();
  useLayoutEffect(() => scrollTo(row, start), [row, start]);

  const count = pictures.length;
  const step = (by: 1 | -1) => {
    const next = (shown + by + count) % count;
    scrollTo(row, next);
    setShown(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || altKey || ctrlKey || metaKey) return;
    event.preventDefault();
    step((key === 'ArrowRight') === (direction === 'ltr') ? 1 : -1);
  };
  const control = (name: string, path: string, onClick: () => void) => (
    <IconButton color="inherit" aria-label={name} title={name} onClick={onClick}>
      <Icon path={path} />
    </IconButton>
  );

  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      aria-labelledby={id}
      slotProps={{
        paper: { ...IN_DARK, onKeyDown, sx: paperStyles },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, p: 1, paddingInlineStart: 2 }}>
        <Typography id={id} component="h2" variant="body2" aria-live="polite" sx={{ flexGrow: 1 }}>
          {count > 1
            ? i18n.t('Picture {number} of {count}', { number: shown + 1, count })
            : i18n.t('Picture')}
        </Typography>
        <Box sx={{ display: 'flex', '[dir="rtl"] & svg': { transform: 'scaleX(-1)' } }}>
          {count > 1 && control(i18n.t('Previous picture'), mdiChevronLeft, () => step(-1))}
          {count > 1 && control(i18n.t('Next picture'), mdiChevronRight, () => step(1))}
        </Box>
        {control(i18n.t('Close'), mdiClose, onClose)}
      </Box>
      <Box
        component="ul"
        role="list"
        ref={setRow}
        // Lets the keyboard scroll it in every browser.
        tabIndex={0}
        aria-labelledby={id}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setShown(Math.round(Math.abs(scrollLeft) / clientWidth))
        }
        sx={rowStyles}
      >
        {pictures.map(({ src, alt }) => (
          <li key={src}>
            <LargePicture src={src} alt={alt} />
          </li>
        ))}
      </Box>
      <Caption picture={pictures[shown]} />
    </Dialog>
  );
};

const LargePicture = ({ src, alt }: Pick<Picture, 'src' | 'alt'>) => {
  const i18n = useI18n();
  const failure = i18n.t('This picture cannot be loaded at the moment.');
  return <OrderPicture src={src} alt={alt} fallback={<Typography>{failure}</Typography>} />;
};

const paperStyles = {
  bgcolor: 'background.default',
  backgroundImage: 'none',
  color: 'text.primary',
  outline: 'none',
};

const rowStyles = {
  position: 'relative',
  flex: '1 0 50%',
  display: 'flex',
  m: 0,
  p: 0,
  listStyle: 'none',
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  scrollSnapType: 'x mandatory',
  scrollbarWidth: 'none',
  '&:focus-visible': { outline: '2px solid', outlineOffset: -2 },
  '& > li': {
    flex: '0 0 100%',
    display: 'grid',
    // Definite sizes, which the picture's limits are percentages of.
    gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)',
    placeItems: 'center',
    scrollSnapAlign: 'center',
  },
  '& img': {
    maxInlineSize: '100%',
    maxBlockSize: '100%',
    // A small picture is worth a larger look, too.
    minInlineSize: 'min(100%, 30rem)',
    objectFit: 'contain',
  },
};

/** The words of a picture, and the event that has it. */
const Caption = ({ picture }: { picture: Picture | undefined }) => {
  if (!picture) return null;
  const { alt, event } = picture;
  return (
    <Box aria-live="polite" sx={{ p: 2, textAlign: 'center' }}>
      {alt && (
        <Typography>
          <TextValue text={alt} />
        </Typography>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {event.summary && <TextValue text={event.summary} />}
        {event.summary && event.created_at && <Separator />}
        {event.created_at && <DateValue text={event.created_at} as="day" />}
      </Typography>
    </Box>
  );
};
