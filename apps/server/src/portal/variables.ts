import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { EVENT_IMAGES } from '@portal/contract';
import * as v from 'valibot';
import { isReleasesUrl } from '../platform/config/releases-url';
import {
  color,
  mailAddress,
  matching,
  number,
  oneOf,
  text,
  url,
  webUrl,
  yesOrNo,
} from '../platform/config/values';
import { defineVariables, type SettingsOf } from '../platform/config/variables';

const releasesUrl = v.pipe(
  url('file:', 's3:'),
  v.check(
    isReleasesUrl,
    'must be a local directory or a bucket: file:///srv/releases, s3://acme-portal/releases',
  ),
);

/** Releases, and the look of the page. */
export const portalVariables = defineVariables({
  entries: {
    RELEASES_URL: v.optional(releasesUrl),
    ALLOW_LOCAL_REMOTES: v.optional(yesOrNo, 'false'),
    DEV_SERVER: v.optional(url('http:')),
    BRAND_NAME: v.optional(text, 'Acme'),
    BRAND_LOGO_URL: v.optional(text),
    BRAND_ICON_URL: v.optional(text),
    BRAND_PICTURE_URL: v.optional(text),
    BRAND_PRIMARY_COLOR: v.optional(color, '#0b57a4'),
    BRAND_SECONDARY_COLOR: v.optional(color),
    // Written into a style sheet: no character that could end a declaration.
    BRAND_FONT: v.optional(
      matching(/^[\w\s,'"-]+$/, 'must be names of fonts, comma-separated: "Source Sans 3", sans-serif'),
    ),
    BRAND_RADIUS: v.optional(number(/^(?:1?\d|2[0-4])$/, 'must be a whole number of pixels from 0 to 24')),
    HELP_URL: v.optional(webUrl),
    PRIVACY_URL: v.optional(webUrl),
    IMPRINT_URL: v.optional(webUrl),
    EVENT_IMAGES: v.optional(oneOf(EVENT_IMAGES, `must be one of ${EVENT_IMAGES.join(', ')}`), 'as-given'),
    SUPPORT_EMAIL: v.optional(mailAddress),
    // Shown as it is written, and called by its digits.
    SUPPORT_PHONE: v.optional(matching(/^\+?[\d ()./-]{5,30}$/, 'must be a phone number: +1 202 555 0123')),
    SUPPORT_URL: v.optional(webUrl),
    ORDER_STATUS_TEXTS: v.optional(text),
  },
  settings: (env, { dataDir, pathOf, timeZone }) => ({
    releasesUrl: env.RELEASES_URL ?? pathToFileURL(join(dataDir, 'releases')),
    allowLocalRemotes: env.ALLOW_LOCAL_REMOTES,
    /** The address of webpack's dev server; only `pnpm dev` sets it. */
    devServer: env.DEV_SERVER?.origin,
    brand: {
      name: env.BRAND_NAME,
      logoUrl: env.BRAND_LOGO_URL ?? null,
      iconUrl: env.BRAND_ICON_URL,
      pictureUrl: env.BRAND_PICTURE_URL,
      primaryColor: env.BRAND_PRIMARY_COLOR,
      secondaryColor: env.BRAND_SECONDARY_COLOR,
      font: env.BRAND_FONT,
      radius: env.BRAND_RADIUS,
      eventImages: env.EVENT_IMAGES,
      timeZone,
      links: { help: env.HELP_URL?.href, privacy: env.PRIVACY_URL?.href, imprint: env.IMPRINT_URL?.href },
      support: { email: env.SUPPORT_EMAIL, phone: env.SUPPORT_PHONE, url: env.SUPPORT_URL?.href },
    },
    /** ORDER_STATUS_TEXTS, which `readStatusTexts` reads. */
    statusTextsFile: env.ORDER_STATUS_TEXTS && pathOf(env.ORDER_STATUS_TEXTS),
  }),
});

declare module '../platform/config/config' {
  interface Config extends SettingsOf<typeof portalVariables> {}
}
