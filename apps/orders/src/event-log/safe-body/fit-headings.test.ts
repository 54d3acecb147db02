import { insertBody } from '../../testing/insert-body';

const levelsOf = (...levels: number[]) => {
  const html = levels.map((level) => `<h${level}>x</h${level}>`).join('');
  return [...insertBody(html).querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ localName }) => localName);
};

test.each([
  [[1], ['h4']],
  [[6], ['h4']],
  [
    [2, 4],
    ['h4', 'h5'],
  ],
  [
    [4, 2],
    ['h4', 'h4'],
  ],
  [
    [1, 4, 2],
    ['h4', 'h5', 'h5'],
  ],
  [
    [1, 3, 3, 1],
    ['h4', 'h5', 'h5', 'h4'],
  ],
  [
    [1, 2, 3, 4, 5],
    ['h4', 'h5', 'h6', 'h6', 'h6'],
  ],
])('headings of the levels %j become %j, below the heading of their event', (given, fitting) => {
  expect(levelsOf(...given)).toEqual(fitting);
});

it('keeps what is in a heading and how it is styled', () => {
  const heading = insertBody('<h1 style="text-align:center" dir="rtl"><em>x</em></h1>').querySelector('h4');
  expect(heading).toHaveStyle({ textAlign: 'center' });
  expect(heading).toHaveAttribute('dir', 'rtl');
  expect(heading?.innerHTML).toBe('<em>x</em>');
});

it('drops headings that say nothing', () => {
  expect(insertBody('<h2> </h2><h2><br></h2>').querySelector('h4')).toBeNull();
});
