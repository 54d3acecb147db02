import type { Brand } from '@portal/contract';
import { createContext, use } from 'react';

const BrandContext = createContext<Brand>({ name: 'Acme', logoUrl: null, primaryColor: '#0b57a4' });

export const BrandProvider = BrandContext.Provider;

/** The company whose portal this is: its name, logo and colour. */
export const useBrand = (): Brand => use(BrandContext);
