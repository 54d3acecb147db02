import InitColorSchemeScript from '@mui/material/InitColorSchemeScript';
import { COLOR_MODE, FIRST_PAINT, type Brand } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { escapeHtml } from './html';

/** The element that React replaces with its own. While it is there, the shell has rendered nothing. */
export const FIRST_PAINT_ID = 'first-paint';

const { light, dark } = FIRST_PAINT;

const inDark = `[${COLOR_MODE.attribute}=${COLOR_MODE.defaultDarkColorScheme}]`;

/** The style of the first paint, as the theme's, so nothing moves. `:where` lets the theme's rules for the page win. */
export const firstPaintStyle = ({ font = FIRST_PAINT.font }: Pick<Brand, 'font'>): string => `
:where(body) { margin: 0; background: ${light.background}; }
:where(${inDark}) { color-scheme: dark; }
:where(${inDark} body) { background: ${dark.background}; }
#${FIRST_PAINT_ID} { display: grid; place-items: center; min-height: 100dvh; color: ${light.text}; font: 400 1rem/1.5 ${font}; -webkit-font-smoothing: antialiased; }
${inDark} #${FIRST_PAINT_ID} { color: ${dark.text}; }
#${FIRST_PAINT_ID} p { margin: 0; }
`;

/** The shell's screen during the auth check (specification section 4), painted before any script has arrived. */
export const firstPaintHtml = (i18n: I18n): string =>
  `<main id="${FIRST_PAINT_ID}"><p role="status">${escapeHtml(i18n.t('Loading...'))}</p></main>`;

const COLOR_SCHEME_SCRIPT = renderToStaticMarkup(createElement(InitColorSchemeScript, COLOR_MODE));

/** Sets the customer's color scheme before the first paint, as MUI does when it starts. */
export const colorSchemeScript = (nonce: string): string =>
  COLOR_SCHEME_SCRIPT.replace('<script', `<script nonce="${nonce}"`);
