import { mdiFileDocumentOutline } from '@mdi/js';
import type { ServiceOrderEvent } from '@portal/api';
import { Box, Button, Icon, Typography } from '@portal/theme';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation, useNavigate } from 'react-router-dom';
import { ShowPictures, useEventImages } from './event-images';
import { Section } from '../frame/section';
import { useI18n } from '../texts';
import { DateValue } from '../values/date-value';
import { Separator, TextValue } from '../values/text-value';
import { filesOf, type DocumentLink, type Picture } from './files';

const load = () => import(/* webpackChunkName: 'files' */ './picture-viewer');

const PictureViewer = lazy(async () => ({ default: (await load()).PictureViewer }));

/** The pictures and documents in the events of an order. An order without any shows nothing. */
export const FilesAndPhotos = ({ events }: { events: readonly ServiceOrderEvent[] }) => {
  const i18n = useI18n();
  const { images } = useEventImages();
  const { pictures, documents, isWithholding } = useMemo(() => filesOf(events, images), [events, images]);
  const box = useRef<HTMLDivElement>(null);
  if (pictures.length + documents.length === 0 && !isWithholding) return null;
  return (
    <Box
      ref={box}
      tabIndex={-1}
      sx={{ minInlineSize: 0, displayPrint: 'none', '&:focus': { outline: 'none' } }}
    >
      <Section heading={i18n.t('Files and photos')} isQuiet>
        {isWithholding && <ShowPictures moveFocus={() => box.current?.focus()} />}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 1 }}>
          {pictures.length > 0 && <Pictures pictures={pictures} />}
          {documents.length > 0 && <Documents documents={documents} />}
        </Box>
      </Section>
    </Box>
  );
};

/** A row that scrolls sideways, so that many files take no more room than few. */
const row = {
  display: 'flex',
  gap: 1,
  listStyle: 'none',
  // Room for the focus outlines, which the box would clip.
  m: '0 -4px -4px',
  p: '4px',
  maxInlineSize: 'calc(100% + 8px)',
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  scrollbarWidth: 'thin',
  scrollSnapType: 'x proximity',
  scrollPaddingInline: '4px',
  '& > li': { flex: 'none', scrollSnapAlign: 'start' },
};

/** The index of the picture that an entry of the history shows: Back closes it. */
const openedIn = (state: unknown): number | undefined =>
  typeof state === 'object' && state && 'picture' in state && typeof state.picture === 'number'
    ? state.picture
    : undefined;

/** The pictures as thumbnails, which open large. */
const Pictures = ({ pictures }: { pictures: readonly Picture[] }) => {
  const i18n = useI18n();
  const location = useLocation();
  const navigate = useNavigate();
  const opened = openedIn(location.state);
  const open = async (index: number) => {
    // If the chunk is lost, the next press asks for it again.
    await load();
    void navigate(location, { state: { picture: index } });
  };
  const close = () => void navigate(-1);
  return (
    <>
      {/* Without `role`, Safari does not announce a list that has no markers. */}
      <Box component="ul" role="list" sx={row}>
        {pictures.map(({ src, alt, event }, index) => (
          <li key={src}>
            <Button
              aria-haspopup="dialog"
              // The second press of a double click would add another entry to the history.
              onClick={({ detail }) => detail < 2 && void open(index)}
              sx={thumbnail}
            >
              <img
                src={src}
                alt={alt || event.summary || i18n.t('Picture')}
                loading="lazy"
                decoding="async"
                referrerPolicy="no-referrer"
              />
            </Button>
          </li>
        ))}
      </Box>
      <ErrorBoundary fallback={null} resetKeys={[opened]} onError={close}>
        <Suspense>
          {opened !== undefined && opened < pictures.length && (
            <PictureViewer pictures={pictures} start={opened} onClose={close} />
          )}
        </Suspense>
      </ErrorBoundary>
    </>
  );
};

const thumbnail = {
  p: 0,
  inlineSize: 96,
  blockSize: 96,
  overflow: 'hidden',
  border: '1px solid',
  borderColor: 'divider',
  color: 'text.secondary',
  '& > img': { inlineSize: '100%', blockSize: '100%', objectFit: 'cover' },
};

/** The documents as links, which open as they do in the event's body. */
const Documents = ({ documents }: { documents: readonly DocumentLink[] }) => (
  <Box component="ul" role="list" sx={row}>
    {documents.map(({ href, name, kind, event }) => (
      <li key={href}>
        <Button
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          variant="outlined"
          startIcon={<Icon path={mdiFileDocumentOutline} />}
          sx={documentStyles}
        >
          <span>
            <TextValue text={name} />
            <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
              <bdi>{kind}</bdi>
              {kind && event.created_at && <Separator />}
              <bdi>{event.created_at && <DateValue text={event.created_at} as="day" />}</bdi>
            </Typography>
          </span>
        </Button>
      </li>
    ))}
  </Box>
);

const documentStyles = {
  blockSize: '100%',
  maxInlineSize: 'min(18rem, 75cqi)',
  textAlign: 'start',
  lineHeight: 1.35,
};
