import { mdiFileDocumentOutline, mdiImageOutline } from '@mdi/js';
import type { OrderFile, ServiceOrderEvent } from '@portal/api';
import { Box, Button, Icon, Typography } from '@portal/theme';
import { lazy, Suspense, useId, useMemo, useRef, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation, useNavigate } from 'react-router-dom';
import { OrderPicture, ShowPictures, useEventImages } from './event-images';
import { useI18n } from '../texts';
import { DateValue } from '../values/date-value';
import { FileSize } from '../values/file-size';
import { Separator, TextValue } from '../values/text-value';
import { filesOf, type DocumentLink, type Picture } from './files';

const load = () => import(/* webpackChunkName: 'files' */ './picture-viewer');

const PictureViewer = lazy(async () => ({ default: (await load()).PictureViewer }));

/** How many files are shown at first. */
const FEW = 5;

interface FilesAndPhotosProps {
  events: readonly ServiceOrderEvent[];
  files: readonly OrderFile[] | undefined;
}

/** The pictures and documents of an order and its events, one per line. An order without any shows nothing. */
export const FilesAndPhotos = ({ events, files }: FilesAndPhotosProps) => {
  const i18n = useI18n();
  const id = useId();
  const { images } = useEventImages();
  const { pictures, documents, isWithholding } = useMemo(
    () => filesOf(events, images, files),
    [events, images, files],
  );
  const [isWhole, setWhole] = useState(false);
  const box = useRef<HTMLElement>(null);
  const moveFocus = () => box.current?.focus();
  const count = pictures.length + documents.length;
  if (count === 0 && !isWithholding) return null;
  const most = isWhole ? count : FEW;
  return (
    <Box component="section" ref={box} tabIndex={-1} aria-labelledby={id} sx={sectionStyles}>
      <Typography id={id} component="h3" variant="body2" sx={{ color: 'text.secondary' }}>
        {i18n.t('Files and photos')}
      </Typography>
      {isWithholding && <ShowPictures moveFocus={moveFocus} />}
      {/* Without `role`, Safari does not announce a list that has no markers. */}
      <Box component="ul" role="list" sx={list}>
        <Pictures pictures={pictures} most={most} />
        {documents.slice(0, Math.max(0, most - pictures.length)).map((link) => (
          <li key={link.href}>
            <DocumentLine {...link} />
          </li>
        ))}
      </Box>
      {count > most && (
        <Button
          onClick={() => {
            // The pressed button disappears: without another place, the focus would move to the body.
            moveFocus();
            setWhole(true);
          }}
          sx={{ marginInlineStart: -1 }}
        >
          {i18n.t('Show all {count} files', { count })}
        </Button>
      )}
    </Box>
  );
};

const sectionStyles = { mt: 2, displayPrint: 'none', '&:focus': { outline: 'none' } };

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 },
  '& > li + li': { borderBlockStart: '1px solid', borderColor: 'divider' },
};

/** The index of the picture that an entry of the history shows: Back closes it. */
const openedIn = (state: unknown): number | undefined =>
  typeof state === 'object' && state && 'picture' in state && typeof state.picture === 'number'
    ? state.picture
    : undefined;

/** Its words are beside it. */
const DECORATION = '';

interface PicturesProps {
  pictures: readonly Picture[];
  most: number;
}

/** The pictures as lines with a thumbnail, which open large. */
const Pictures = ({ pictures, most }: PicturesProps) => {
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
      {pictures.slice(0, most).map(({ src, alt, event }, index) => (
        <li key={src}>
          <Button
            aria-haspopup="dialog"
            // The second press of a double click would add another entry to the history.
            onClick={({ detail }) => detail < 2 && void open(index)}
            startIcon={<Thumbnail src={src} />}
            sx={line}
          >
            <TextValue text={alt || event.summary || i18n.t('Picture')} />
          </Button>
          <SmallPrint event={event} />
        </li>
      ))}
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

/** A picture, or the sign of one while it cannot be loaded. */
const Thumbnail = ({ src }: { src: string }) => (
  <OrderPicture
    src={src}
    alt={DECORATION}
    sx={thumbnail}
    fallback={
      <Box sx={{ ...thumbnail, display: 'grid', placeItems: 'center' }}>
        <Icon path={mdiImageOutline} />
      </Box>
    }
  />
);

/** A document as a link, which opens as it does in the event's body. */
const DocumentLine = ({ href, name, kind, size, event }: DocumentLink) => (
  <>
    <Button
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      startIcon={<Icon path={mdiFileDocumentOutline} />}
      sx={line}
    >
      <TextValue text={name} />
    </Button>
    <SmallPrint kind={kind} size={size} event={event} />
  </>
);

/** The kind and size of a file, and the day of its event. */
const SmallPrint = ({
  kind,
  size,
  event,
}: Pick<DocumentLink, 'size' | 'event'> & { kind?: string | undefined }) => (
  <Typography component="span" variant="body2" sx={{ flex: 'none', color: 'text.secondary' }}>
    <bdi>{kind}</bdi>
    {kind && size !== undefined && <Separator />}
    {size !== undefined && <FileSize bytes={size} />}
    {(kind ?? size) && event.created_at && <Separator />}
    <bdi>{event.created_at && <DateValue text={event.created_at} as="day" />}</bdi>
  </Typography>
);

/** The rest of a line. */
const line = {
  flex: '1 1 10rem',
  minInlineSize: 0,
  justifyContent: 'start',
  textAlign: 'start',
  lineHeight: 1.35,
  paddingInline: 0,
  '& > .MuiButton-startIcon': { marginInlineStart: 0 },
};

const thumbnail = {
  inlineSize: 56,
  blockSize: 44,
  objectFit: 'cover',
  borderRadius: 0.75,
  bgcolor: 'action.hover',
};
