import { directionOf, FIRST_PAINT, readableOn, type Brand } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config/config';
import type { Routes } from '../http/validation';
import { i18nIn } from '../language/languages';
import { iconPng } from './brand-icon';
import { escapeHtml } from './html';

/** What the brand's files are made from. */
export type Look = Pick<Config, 'basePath' | 'languages'> & { brand: Brand };

/** The files that browsers ask for beside the page, made from the brand. */
const MANIFEST = 'manifest.webmanifest';
const ICON = 'icon.svg';
const ICON_TYPE = 'image/svg+xml';
const PNG_TYPE = 'image/png';

/** The sides of the PNGs in px: of iOS, and of the manifest (W3C, and what browsers install). */
const [APPLE_SIDE, ...MANIFEST_SIDES] = [180, 192, 512] as const;
const pngPath = (side: number) => `/icon-${side}.png`;

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

/** The operator's icon, or ours: the SVG, and PNGs, of which the largest may be masked. */
const manifestIcons = ({ iconUrl }: Brand, basePath: string) => {
  if (iconUrl) return [{ src: iconUrl, type: PNG_TYPE, sizes: '512x512' }];
  const png = (side: number) => ({
    src: basePath + pngPath(side),
    type: PNG_TYPE,
    sizes: `${side}x${side}`,
  });
  return [
    { src: `${basePath}/${ICON}`, type: ICON_TYPE, sizes: 'any' },
    ...MANIFEST_SIDES.map(png),
    { ...png(MANIFEST_SIDES[1]), purpose: 'maskable' },
  ];
};

/** The Web App Manifest. */
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
    `<link rel="apple-touch-icon" href="${escapeHtml(iconUrl ?? basePath + pngPath(APPLE_SIDE))}" nonce="${nonce}">`,
    `<link rel="manifest" href="${basePath}/${MANIFEST}" nonce="${nonce}">`,
  ].join('\n');

/** `GET /manifest.webmanifest`, the icons, and `/favicon.ico`, which some browsers request unprompted. */
export const brandFileRoutes: Routes<Look> = async (app, { brand, basePath, languages }) => {
  const manifest = JSON.stringify(manifestOf(brand, basePath, i18nIn(languages[0])));
  const icon = iconOf(brand);
  const drawn = new Map<number, Buffer>();
  const pngOf = (side: number): Buffer => {
    const png = drawn.get(side) ?? iconPng(brand, side);
    drawn.set(side, png);
    return png;
  };
  const send = (reply: FastifyReply, type: string, body: string | Buffer) =>
    reply
      .header('cache-control', CACHE)
      .header('content-security-policy', "default-src 'none'")
      .type(type)
      .send(body);

  app.get(`/${MANIFEST}`, async (_request, reply) => send(reply, 'application/manifest+json', manifest));
  for (const path of [`/${ICON}`, '/favicon.ico'])
    app.get(path, async (_request, reply) => send(reply, ICON_TYPE, icon));
  for (const side of [APPLE_SIDE, ...MANIFEST_SIDES])
    app.get(pngPath(side), async (_request, reply) => send(reply, PNG_TYPE, pngOf(side)));
};
