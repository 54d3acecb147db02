/** The colors of mails in light clients and, after the slash of a pair, in dark ones. */
export const light = { page: '#f3f5f7', card: '#ffffff', line: '#d9dfe5', text: '#1c2126', faint: '#5a6570' };
export const dark = { page: '#121518', card: '#1d2226', line: '#3b434a', text: '#e9ecef', faint: '#aab4bd' };

/** A channel of a color, linear from 0 to 1 (WCAG 2.2, relative luminance). */
const linear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = (color: string): number => {
  const digits = color.slice(1);
  const long = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    linear(Number.parseInt(long.slice(at, at + 2), 16)),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** White or the dark text, whichever has more contrast on the color. */
export const readableOn = (color: string): string => {
  const onWhite = 1.05 / (luminance(color) + 0.05);
  const onText = (luminance(color) + 0.05) / (luminance(light.text) + 0.05);
  return onWhite >= onText ? '#ffffff' : light.text;
};
