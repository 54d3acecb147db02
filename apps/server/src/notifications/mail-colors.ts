import { contrast } from '@portal/contract';

/** The colors of mails and of the unsubscribe page, in the light and in the dark color scheme. */
export const light = { page: '#f3f5f7', card: '#ffffff', line: '#d9dfe5', text: '#1c2126', faint: '#5a6570' };
export const dark = { page: '#121518', card: '#1d2226', line: '#3b434a', text: '#e9ecef', faint: '#aab4bd' };

/** White or the dark text, whichever has more contrast on the color. */
export const readableOn = (color: string): string =>
  contrast(color, '#ffffff') >= contrast(color, light.text) ? '#ffffff' : light.text;
