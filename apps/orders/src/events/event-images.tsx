import { mdiImageOutline } from '@mdi/js';
import type { EventImages } from '@portal/contract';
import { Box, Button, Icon, Stack, Typography, useBrand } from '@portal/theme';
import { createContext, use, useId, useMemo, useState, type PropsWithChildren, type ReactNode } from 'react';
import { useI18n } from '../texts';

interface Consent {
  /** Whether pictures of other servers are loaded. */
  images: EventImages;
  allow: () => void;
}

const ConsentContext = createContext<Consent>({ images: 'ask', allow: () => undefined });

/** The customer's consent to pictures of other servers: for all events of the order, until they leave its screen. */
export const EventImagesProvider = ({ children }: PropsWithChildren) => {
  const { eventImages = 'as-given' } = useBrand();
  const [images, setImages] = useState<EventImages>(eventImages);
  const consent = useMemo(() => ({ images, allow: () => setImages('as-given') }), [images]);
  return <ConsentContext value={consent}>{children}</ConsentContext>;
};

export const useEventImages = (): Consent => use(ConsentContext);

/** Explains why pictures are missing, with a button that loads them. */
export const ShowPictures = ({ moveFocus }: { moveFocus: () => void }) => {
  const i18n = useI18n();
  const { allow } = useEventImages();
  const reason = useId();
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, mb: 1, displayPrint: 'none' }}
    >
      <Button
        size="small"
        variant="outlined"
        startIcon={<Icon path={mdiImageOutline} />}
        aria-describedby={reason}
        onClick={() => {
          // The pressed button disappears: without another place, the focus would move to the body.
          moveFocus();
          allow();
        }}
      >
        {i18n.t('Show pictures')}
      </Button>
      <Typography id={reason} variant="body2" sx={{ color: 'text.secondary' }}>
        {i18n.t('They are on other servers, which could tell that you read this.')}
      </Typography>
    </Stack>
  );
};

interface OrderPictureProps {
  src: string;
  alt: string;
  sx?: object;
  /** Takes the place of a picture that cannot be loaded. */
  fallback: ReactNode;
}

/** A picture of an order, outside of the texts of its events. */
export const OrderPicture = ({ src, alt, sx, fallback }: OrderPictureProps) => {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return fallback;
  return (
    <Box
      component="img"
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
      sx={sx}
    />
  );
};
