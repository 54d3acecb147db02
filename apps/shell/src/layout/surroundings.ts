/** The chunk with the parts around a screen, which load after it. `later.tsx` reserves their space. */
export { Ask } from '@portal/theme';
export { SignedInCustomer } from '../navigation/signed-in-customer';
export { CompanyLinks } from './company-links';
export { Freshness } from './freshness';
