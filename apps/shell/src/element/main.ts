import { defineCustomerPortal } from './customer-portal';

/** `embed.js`: the element, for every page. */
defineCustomerPortal(document);
