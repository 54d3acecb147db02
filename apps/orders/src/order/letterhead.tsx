import { Box, Typography, useBrand, useLocale } from '@portal/theme';
import { usePrintTime } from '../frame/printing';
import { useI18n } from '../texts';

/** The head of a printed order, in place of the screen's heading: the company, the order, and the day. */
export const Letterhead = ({ orderNbr }: { orderNbr: string | undefined }) => {
  const i18n = useI18n();
  const { name, logoUrl } = useBrand();
  const { format } = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long' });
  const printed = usePrintTime();
  if (!printed) return null;
  return (
    <Box sx={paper}>
      {logoUrl ? (
        <Box component="img" src={logoUrl} alt={name} sx={{ blockSize: 36 }} />
      ) : (
        <strong>{name}</strong>
      )}
      {orderNbr && <span>{i18n.t('Service Order {number}', { number: orderNbr })}</span>}
      <Typography component="span" variant="body2">
        {i18n.t('Printed on {date}', { date: format(printed) })}
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
