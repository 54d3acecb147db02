import Stack from '@mui/material/Stack';
import type { I18n } from '@portal/texts/i18n';
import type { ReactNode } from 'react';
import { Button } from './components';
import { useI18n } from './language';
import { useBrand } from './portal-theme-provider';

const mailTo = (email: string, orderNbr: string | undefined, i18n: I18n): string =>
  orderNbr === undefined
    ? `mailto:${email}`
    : `mailto:${email}?subject=${encodeURIComponent(i18n.t('Question about order {number}', { number: orderNbr }))}`;

interface AskProps {
  orderNbr?: string | undefined;
  /** `text` beside other such buttons. */
  variant?: 'outlined' | 'text';
  /** Takes the place of the mail: a way to write in the portal. */
  write?: ReactNode;
}

/** The ways to reach the company that the operator has configured; renders nothing if there are none. */
export const Ask = ({ orderNbr, variant = 'outlined', write }: AskProps) => {
  const i18n = useI18n();
  const { support = {} } = useBrand();
  const { email, phone, url } = support;
  const question = orderNbr ? i18n.t('Ask about this order') : i18n.t('Ask us');
  const ways = [
    !write && email && { href: mailTo(email, orderNbr, i18n), text: question },
    phone && { href: `tel:${phone.replace(/[^\d+]/g, '')}`, text: i18n.t('Call {phone}', { phone }) },
    url && { href: url, text: i18n.t('Help') },
  ].filter((way) => typeof way === 'object');
  if (ways.length === 0 && !write) return null;
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', columnGap: 1, rowGap: variant === 'text' ? 0 : 1, displayPrint: 'none' }}
    >
      {write}
      {ways.map(({ href, text }) => (
        <Button
          key={href}
          href={href}
          variant={variant}
          {...(href === url && { target: '_blank', rel: 'noopener' })}
        >
          {text}
        </Button>
      ))}
    </Stack>
  );
};
