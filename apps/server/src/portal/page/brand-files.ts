import { directionOf, FIRST_PAINT, readableOn, type Brand } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../platform/config/config';
import type { Routes } from '../../platform/http/validation';
import { i18nIn } from '../../platform/language/languages';
import { escapeHtml } from './html';

/** What the brand's files are made from. */
export type Look = Pick<Config, 'basePath' | 'languages'> & { brand: Brand };

const MANIFEST = 'manifest.webmanifest';
const ICON = 'icon.svg';
const ICON_TYPE = 'image/svg+xml';
const PNG_TYPE = 'image/png';

const PNG = 'icon.png';
/** For home screens, which need pixels, 192 px wide: an order on a sheet of paper, within the safe zone of a mask. */
const PNG_BYTES = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAMAAAADABAMAAACg8nE0AAAAMFBMVEVFWmRRZW5ecHlqe4N3ho2DkZiPnKKcp6yosre1vcHB',
    'yMvN09ba3uDm6erz9PX////HkYDaAAABiklEQVR42u2avUoDQRCAg2DiH6KVpVoFK30DLexNY2MTG2vFxkYwb6DYWfkINnYi',
    'qXwKEUs7xX+T6J2VYNbZu/V2JnDwfeUO7MfB7O7N7lQqAAAAAAAAAAAwOOqX95lc78bNP5Lm0ooSnOULujHzj6YBHEUImiGC',
    '1whBO0TQKz7/UBrEXGHBcJigUVhQDRNsIkCAAMEgBHerfWxoC5IlZ3xbWfDmjo8rCx7d8Zq1oKos+HOqjykLPqeyfzbi0/Rq',
    'fvo3dVYyAgQIBEFvT6StJmhklw/Rgndf/EBJ8OSLL1qdaD/MKglefPE1JUE35x4gPouO5fCC3kK7EWGrQICgVILkQuRBTdDK',
    'vlSNFnR88VMlwbMvvlyWE838Cz588UOtLNqRwzW1NP06Ebllq0CAoFSCxHn/0xacu4EZXYHwjtVUFQgVzoTtraPzBmlRZeoK',
    'hDp5UjeLVnw/LFqCztZ6P/tsFQgQlEdg3jRg3vZg3rhh33pi3jxj3v5j38Bk3oIFAAAAAAAAAAD/4htUDVBDpbbiUwAAAABJ',
    'RU5ErkJggg==',
  ].join(''),
  'base64',
);

/** The files change only with the environment. */
const CACHE = 'public, max-age=3600';

const iconOf = ({
  name,
  primaryColor,
}: Brand): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
<rect width="512" height="512" rx="96" fill="${primaryColor}"/>
<text x="256" y="268" font-family="${escapeHtml(FIRST_PAINT.font)}" font-size="320" font-weight="700" fill="${readableOn(primaryColor)}" text-anchor="middle" dominant-baseline="central">${escapeHtml([...name][0]?.toUpperCase() ?? '')}</text>
</svg>
`;

/** The operator's icon, or ours: the letter of the brand, and a PNG that may be masked. */
const manifestIcons = ({ iconUrl }: Brand, basePath: string) =>
  iconUrl
    ? [{ src: iconUrl, type: PNG_TYPE, sizes: '512x512' }]
    : [
        { src: `${basePath}/${ICON}`, type: ICON_TYPE, sizes: 'any' },
        { src: `${basePath}/${PNG}`, type: PNG_TYPE, sizes: '192x192', purpose: 'any maskable' },
      ];

const manifestOf = (brand: Brand, basePath: string, i18n: I18n) => ({
  name: i18n.t('{brand} Customer Dashboard', { brand: brand.name }),
  lang: i18n.language,
  dir: directionOf(i18n.language),
  short_name: brand.name,
  id: `${basePath}/`,
  start_url: `${basePath}/`,
  scope: `${basePath}/`,
  display: 'standalone',
  background_color: FIRST_PAINT.light.background,
  theme_color: brand.primaryColor,
  icons: manifestIcons(brand, basePath),
});

/** The brand's tags in the head of the page. */
export const brandHead = (
  { name, primaryColor, iconUrl }: Brand,
  basePath: string,
  nonce: string,
  i18n: I18n,
): string =>
  [
    `<meta name="description" content="${escapeHtml(i18n.t('{brand}: follow your service orders, from the first call to the last step.', { brand: name }))}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${primaryColor}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${FIRST_PAINT.dark.background}">`,
    iconUrl
      ? `<link rel="icon" type="${PNG_TYPE}" href="${escapeHtml(iconUrl)}" nonce="${nonce}">`
      : `<link rel="icon" type="${ICON_TYPE}" href="${basePath}/${ICON}" nonce="${nonce}">`,
    `<link rel="apple-touch-icon" href="${escapeHtml(iconUrl ?? `${basePath}/${PNG}`)}" nonce="${nonce}">`,
    `<link rel="manifest" href="${basePath}/${MANIFEST}" nonce="${nonce}">`,
  ].join('\n');

/** `GET /manifest.webmanifest`, the icons, and `/favicon.ico`, which some browsers request unprompted. */
export const brandFileRoutes: Routes<Look> = async (app, { brand, basePath, languages }) => {
  const manifest = JSON.stringify(manifestOf(brand, basePath, i18nIn(languages[0])));
  const icon = iconOf(brand);
  const send = (reply: FastifyReply, type: string, body: string | Buffer) =>
    reply
      .header('cache-control', CACHE)
      .header('content-security-policy', "default-src 'none'")
      .type(type)
      .send(body);

  app.get(`/${MANIFEST}`, async (_request, reply) => send(reply, 'application/manifest+json', manifest));
  for (const path of [`/${ICON}`, '/favicon.ico'])
    app.get(path, async (_request, reply) => send(reply, ICON_TYPE, icon));
  app.get(`/${PNG}`, async (_request, reply) => send(reply, PNG_TYPE, PNG_BYTES));
};
