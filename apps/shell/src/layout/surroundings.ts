/** A chunk of the shell: what is around a screen, and can arrive after it. `later.tsx` keeps its room. */
export { Ask } from '@portal/theme/ask';
export { SignedInCustomer } from '../navigation/signed-in-customer';
export { CompanyLinks } from './company-links';
export { Freshness } from './freshness';
