import { defineCustomerPortal } from './define-customer-portal';

/** `embed.js`: the element, for every page. */
defineCustomerPortal(document);
