import { directionOf, FIRST_PAINT, readableOn, type Brand } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config/config';
import type { Routes } from '../http/validation';
import { i18nIn } from '../language/i18n';
import { escapeHtml } from './html';

/** The files that browsers ask for beside the page, made from the brand. */
const MANIFEST = 'manifest.webmanifest';
const ICON = 'icon.svg';
const ICON_TYPE = 'image/svg+xml';

/** The files change only with the environment. */
const CACHE = 'public, max-age=3600';

const iconOf = ({
  name,
  primaryColor,
}: Brand): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
<rect width="512" height="512" rx="96" fill="${primaryColor}"/>
<text x="256" y="268" font-family="${escapeHtml(FIRST_PAINT.font)}" font-size="320" font-weight="700" fill="${readableOn(primaryColor)}" text-anchor="middle" dominant-baseline="central">${escapeHtml([...name][0]?.toLocaleUpperCase() ?? '')}</text>
</svg>
`;

/** The Web App Manifest. The portal is a page: without a network there is nothing new to show, so it has no offline part. */
const manifestOf = ({ name, primaryColor }: Brand, basePath: string, i18n: I18n) => ({
  name: i18n.t('{brand} Customer Dashboard', { brand: name }),
  lang: i18n.language,
  dir: directionOf(i18n.language),
  short_name: name,
  id: `${basePath}/`,
  start_url: `${basePath}/`,
  scope: `${basePath}/`,
  display: 'standalone',
  background_color: FIRST_PAINT.light.background,
  theme_color: primaryColor,
  icons: [{ src: `${basePath}/${ICON}`, type: ICON_TYPE, sizes: 'any' }],
});

/** The brand's tags in the head of the page. */
export const brandHead = (
  { name, primaryColor }: Brand,
  basePath: string,
  nonce: string,
  i18n: I18n,
): string =>
  [
    `<meta name="description" content="${escapeHtml(i18n.t('{brand}: follow your service orders, from the first call to the last step.', { brand: name }))}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${primaryColor}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${FIRST_PAINT.dark.background}">`,
    `<link rel="icon" type="${ICON_TYPE}" href="${basePath}/${ICON}" nonce="${nonce}">`,
    `<link rel="manifest" href="${basePath}/${MANIFEST}" nonce="${nonce}">`,
  ].join('\n');

interface BrandFiles {
  brand: Brand;
  basePath: string;
  languages: Config['languages'];
}

/** `GET /manifest.webmanifest`, `/icon.svg`, and `/favicon.ico`, which some browsers request unprompted. */
export const brandFileRoutes: Routes<BrandFiles> = async (app, { brand, basePath, languages }) => {
  const manifest = JSON.stringify(manifestOf(brand, basePath, i18nIn(languages[0])));
  const icon = iconOf(brand);
  const send = (reply: FastifyReply, type: string, body: string) =>
    reply
      .header('cache-control', CACHE)
      .header('content-security-policy', "default-src 'none'")
      .type(type)
      .send(body);

  app.get(`/${MANIFEST}`, async (_request, reply) => send(reply, 'application/manifest+json', manifest));
  for (const path of [`/${ICON}`, '/favicon.ico'])
    app.get(path, async (_request, reply) => send(reply, ICON_TYPE, icon));
};
