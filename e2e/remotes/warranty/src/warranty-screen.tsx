import { useBadge, useNotify } from '@portal/remote';
import {
  Button,
  Card,
  OutcomeAlert,
  QueryView,
  ScreenHeading,
  Skeleton,
  Stack,
  TextField,
  Typography,
} from '@portal/theme';
import { useClaims, useSendClaim, useWarrantySettings } from './claims';
import { textsIn, useTexts } from './texts';

const ClaimForm = () => {
  const texts = useTexts();
  const notify = useNotify();
  const { mutate, isPending, isError } = useSendClaim();
  const send = (form: FormData) =>
    mutate(
      { orderNbr: String(form.get('orderNbr')), fault: String(form.get('fault')) },
      { onSuccess: () => notify(texts.sent, { severity: 'success' }) },
    );
  return (
    <Stack component="form" spacing={2} action={send}>
      <TextField name="orderNbr" label={texts.order} required />
      <TextField name="fault" label={texts.fault} required />
      <OutcomeAlert outcome={isError ? { severity: 'error', text: texts.failed } : null} />
      <Button type="submit" variant="contained" disabled={isPending}>
        {texts.send}
      </Button>
    </Stack>
  );
};

/** The screen at `/warranty`. */
const WarrantyScreen = () => {
  const texts = useTexts();
  const { years, canClaim } = useWarrantySettings();
  const query = useClaims();
  useBadge('/warranty', query.data?.length ?? null);
  return (
    <Stack spacing={3}>
      <ScreenHeading>{texts.title}</ScreenHeading>
      <Card sx={{ p: 3 }}>
        <Typography>{texts.lasts(years)}</Typography>
        <QueryView query={query} failure={texts.failed} skeleton={<Skeleton />}>
          {(claims) =>
            claims.map(({ id, orderNbr, fault }) => (
              <Typography key={id}>{`${orderNbr}: ${fault}`}</Typography>
            ))
          }
        </QueryView>
        {canClaim && <ClaimForm />}
      </Card>
    </Stack>
  );
};

export const screen = {
  title: (_: unknown, language?: string) => textsIn(language).title,
  Component: WarrantyScreen,
};
