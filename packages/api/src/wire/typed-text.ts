/** A text without the characters that nobody sees: contacts, chats, and ERPs put some around what is copied from them. */
export const withoutInvisible = (text: string): string =>
  text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();

const isDigit = (codePoint: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(codePoint));

/** Writes the digits of every script as 0 to 9. Unicode has each script's in a row, beginning with zero. */
export const withAsciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const codePoint = digit.codePointAt(0) ?? 0;
    let before = 0;
    while (isDigit(codePoint - before - 1)) before += 1;
    return String(before % 10);
  });
