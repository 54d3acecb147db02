import { FIRST_PAINT, readableOn, type Brand } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import type { Routes } from '../http/validation';
import { escapeHtml } from './html';

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
  ].join('\n');

/** `GET /icon.svg`, and `/favicon.ico`, which some browsers request unprompted. */
export const brandFileRoutes: Routes<{ brand: Brand }> = async (app, { brand }) => {
  const icon = iconOf(brand);
  for (const path of [`/${ICON}`, '/favicon.ico'])
    app.get(path, async (_request, reply) =>
      reply
        .header('cache-control', CACHE)
        .header('content-security-policy', "default-src 'none'")
        .type(ICON_TYPE)
        .send(icon),
    );
};
