import { BOOT_ELEMENT_ID, bootSchema, type Boot } from '@portal/contract';
import * as v from 'valibot';

/** Reads the boot document and the policy's nonce, which the portal's server wrote into the page. */
export const readBoot = (page: Document): { boot: Boot; nonce: string } => {
  const element = page.getElementById(BOOT_ELEMENT_ID);
  if (!element) throw new Error(`The page has no element with the id "${BOOT_ELEMENT_ID}".`);
  return { boot: v.parse(bootSchema, JSON.parse(element.textContent)), nonce: element.nonce ?? '' };
};
