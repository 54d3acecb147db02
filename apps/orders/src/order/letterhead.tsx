import { COLOR_MODE } from '@portal/contract';
import { Box, Typography, useBrand, useLocale, useSurface } from '@portal/theme';
import { useLayoutEffect } from 'react';
import { usePrinting } from '../screen/printing';
import { useI18n } from '../texts';

/** The head of a printed order, in place of the screen's heading: the company, the order, and the day. */
export const Letterhead = ({ orderNbr }: { orderNbr: string | undefined }) => {
  const i18n = useI18n();
  const { name, logoUrl } = useBrand();
  const { format } = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long' });
  const isPrinting = usePrinting();
  usePaperColors(isPrinting);
  if (!isPrinting) return null;
  return (
    <Box sx={paper}>
      {logoUrl ? (
        <Box component="img" src={logoUrl} alt={name} sx={{ blockSize: 36 }} />
      ) : (
        <strong>{name}</strong>
      )}
      {orderNbr && <span>{i18n.t('Service Order {number}', { number: orderNbr })}</span>}
      <Typography component="span" variant="body2">
        {i18n.t('Printed on {date}', { date: format(new Date()) })}
      </Typography>
    </Box>
  );
};

const paper = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  columnGap: 2,
  paddingBlockEnd: 1.5,
  marginBlockEnd: 2,
  borderBlockEnd: '1px solid',
};

/** Switches to the light scheme while printing. */
const usePaperColors = (isPrinting: boolean): void => {
  const { box, host } = useSurface();
  useLayoutEffect(() => {
    if (!isPrinting) return undefined;
    const root = host ? box : document.documentElement;
    const shown = root.getAttribute(COLOR_MODE.attribute);
    root.setAttribute(COLOR_MODE.attribute, COLOR_MODE.defaultLightColorScheme);
    return () => root.setAttribute(COLOR_MODE.attribute, shown ?? COLOR_MODE.defaultLightColorScheme);
  }, [isPrinting, box, host]);
};
