import { useSignedInCustomer } from '@portal/api';
import { Ask, Box, Typography, useBrand } from '@portal/theme';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Section } from './section';
import { useI18n } from './texts';

export { Sessions } from './sessions';

/** The drawer's name leads here (`navigation-list.tsx` of the shell). */
const ANCHOR = '#your-details';

/** Focuses an element, and thus scrolls to it, when a link names it. */
const useLinkedFocus = () => {
  const element = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === ANCHOR) element.current?.focus();
  }, [hash, key]);
  return element;
};

/** What the company knows about the customer, masked as everywhere in the portal. */
export const Details = () => {
  const i18n = useI18n();
  const { support = {} } = useBrand();
  const customer = useSignedInCustomer();
  const section = useLinkedFocus();
  if (!customer) return null;
  const { name, contacts } = customer;
  const facts = [
    [i18n.t('Name'), name],
    [i18n.t('Email'), contacts.email],
    [i18n.t('Phone'), contacts.phone],
  ];
  return (
    <Section ref={section} heading={i18n.t('Your details')}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0 }}>
              <bdi translate="no">{value || '—'}</bdi>
            </Typography>
          </div>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
        {i18n.t('For your security, your email address and phone number are not shown in full.')}
      </Typography>
      {(support.email || support.phone || support.url) && (
        <>
          <Typography sx={{ mt: 2, mb: 1 }}>{i18n.t('Is something wrong? Ask us to correct it.')}</Typography>
          <Ask />
        </>
      )}
    </Section>
  );
};
