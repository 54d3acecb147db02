import { useBadge } from '@portal/remote';
import { Card, Typography } from '@portal/theme';
import { useClaims, useWarrantySettings } from './claims';
import { useTexts } from './texts';

/** Beside an order: its warranty, and its claims. */
export const OrderWarranty = ({ orderNbr }: { orderNbr?: string }) => {
  const texts = useTexts();
  const { years } = useWarrantySettings();
  const { data: claims, isError } = useClaims();
  useBadge('/warranty', claims?.length ?? null);
  const count = claims?.filter((claim) => claim.orderNbr === orderNbr).length;
  return (
    <Card sx={{ p: 2, height: '100%' }}>
      <Typography>{texts.lasts(years)}</Typography>
      {count !== undefined && <Typography>{texts.claims(count)}</Typography>}
      {isError && <Typography role="alert">{texts.failed}</Typography>}
    </Card>
  );
};
