/**
 * The element is a block, unless the page says otherwise: its size and place are the page's. A sheet that is made by
 * script needs no permission of a policy.
 */
export const ownBox = (): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.insertRule(':host { display: block; }');
  sheet.insertRule(':host([hidden]) { display: none; }', 1);
  return sheet;
};
