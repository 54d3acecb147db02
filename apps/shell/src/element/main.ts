import { defineCustomerPortal, NAME } from './customer-portal';
import { isTooOld, tellTooOld } from './too-old';

/** `embed.js`: the element, for every page. */
if (isTooOld(document)) tellTooOld(document, NAME);
else defineCustomerPortal(document);
