/** Not inherited from the page: what it says is for everybody to read. Set by script, which no style-src refuses. */
const FONT = '16px/1.5 system-ui, sans-serif';

const paragraph = (role: string, text: string): HTMLElement => {
  const element = document.createElement('p');
  element.setAttribute('role', role);
  element.style.font = FONT;
  element.append(text);
  return element;
};

/** What the element shows before there is a portal; in the words of the portal's own page. */
export const loadingView = (): HTMLElement => paragraph('status', 'Loading...');

/** What the element shows when there is none. */
export const failureView = (message: string, tryAgain: () => void): HTMLElement => {
  const button = document.createElement('button');
  button.type = 'button';
  button.style.font = FONT;
  button.append('Try again');
  button.addEventListener('click', tryAgain);
  const view = paragraph('alert', message);
  view.append(' ', button);
  return view;
};
