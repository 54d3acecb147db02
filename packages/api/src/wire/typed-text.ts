/** A text without the characters that nobody sees: contacts, chats, and ERPs put some around what is copied from them. */
export const withoutInvisible = (text: string): string =>
  text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();

/** The same, with ASCII in place of the wide forms that keyboards for Chinese and Japanese type. */
export const plainText = (text: string): string =>
  withoutInvisible(text).replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

const isDigit = (codePoint: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/** A text with 0 to 9 in place of the digits of other scripts. Unicode has each script's in a row that begins with zero. */
export const withAsciiDigits = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    let before = digit.codePointAt(0) ?? 0;
    while (isDigit(before)) before -= 1;
    return String(((digit.codePointAt(0) ?? 0) - before - 1) % 10);
  });
