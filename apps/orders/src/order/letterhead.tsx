import { COLOR_MODE } from '@portal/contract';
import { Box, Typography, useBrand, useLocale, useSurface } from '@portal/theme';
import { useEffect } from 'react';
import { useI18n } from '../texts';

/** The head of a printed order, in place of the screen's heading: the company, the order, and the day. */
export const Letterhead = ({ orderNbr }: { orderNbr: string | undefined }) => {
  const i18n = useI18n();
  const { name, logoUrl } = useBrand();
  const { format } = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long' });
  usePaperColors();
  return (
    <Box sx={{ display: 'none', '@media print': paper }}>
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

/** Paper is light: prints in the light scheme. */
const usePaperColors = (): void => {
  const { box, host } = useSurface();
  useEffect(() => {
    const root = host ? box : document.documentElement;
    let shown: string | null = null;
    const begin = () => {
      shown = root.getAttribute(COLOR_MODE.attribute);
      root.setAttribute(COLOR_MODE.attribute, COLOR_MODE.defaultLightColorScheme);
    };
    const end = () => {
      if (shown !== null) root.setAttribute(COLOR_MODE.attribute, shown);
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, [box, host]);
};
