import { Button, Stack, useBrand } from '@portal/theme';

const TEXTS = {
  ask: 'Ask us',
  askAboutOrder: 'Ask about this order',
  subject: (orderNbr: string) => `Question about order ${orderNbr}`,
  call: (phone: string) => `Call ${phone}`,
  help: 'Help',
};

const mailTo = (email: string, orderNbr: string | undefined): string =>
  orderNbr === undefined
    ? `mailto:${email}`
    : `mailto:${email}?subject=${encodeURIComponent(TEXTS.subject(orderNbr))}`;

/** The ways to reach the company that its operator has configured; nothing without any. */
export const Ask = ({ orderNbr }: { orderNbr?: string | undefined }) => {
  const { support = {} } = useBrand();
  const { email, phone, url } = support;
  const ways = [
    ...(email ? [{ href: mailTo(email, orderNbr), text: orderNbr ? TEXTS.askAboutOrder : TEXTS.ask }] : []),
    ...(phone ? [{ href: `tel:${phone.replace(/[^\d+]/g, '')}`, text: TEXTS.call(phone) }] : []),
    ...(url ? [{ href: url, text: TEXTS.help }] : []),
  ];
  if (ways.length === 0) return null;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, displayPrint: 'none' }}>
      {ways.map(({ href, text }) => (
        <Button
          key={href}
          href={href}
          variant="outlined"
          {...(href === url && { target: '_blank', rel: 'noopener' })}
        >
          {text}
        </Button>
      ))}
    </Stack>
  );
};
