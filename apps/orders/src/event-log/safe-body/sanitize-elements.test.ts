import { insertBody } from '../../testing/insert-body';

describe('a link', () => {
  const link = (html: string) => insertBody(html).querySelector('a');

  test.each(['https://example.com/a?b=c', 'http://example.com/'])('to %s opens in a new tab', (href) => {
    expect(link(`<a href="${href}">x</a>`)).toMatchObject({
      href,
      target: '_blank',
      rel: 'noopener noreferrer',
    });
  });

  test.each(['mailto:a@example.com', 'tel:+12025550123'])('to %s does not open a new tab', (href) => {
    expect(link(`<a href="${href}">x</a>`)).toMatchObject({ href, target: '', rel: 'noopener noreferrer' });
  });

  it('with an empty URL loses its href', () => {
    expect(link('<a href="">x</a>')).not.toHaveAttribute('href');
  });

  it('without text is named by its URL', () => {
    expect(link('<a href="https://example.com/"><img src="https://example.com/a.png"></a>')).toHaveAttribute(
      'aria-label',
      'https://example.com/',
    );
  });

  it('around an image is named by the alt text', () => {
    expect(
      link('<a href="https://example.com/"><img alt="Plan" src="https://example.com/a.png"></a>'),
    ).not.toHaveAttribute('aria-label');
  });
});

describe('an image', () => {
  const image = (html: string) => insertBody(html).querySelector('img');

  it('loads lazily and without a referrer', () => {
    expect(image('<img src="https://example.com/a.png" alt="Pump" width="40">')).toMatchObject({
      src: 'https://example.com/a.png',
      alt: 'Pump',
      width: 40,
      referrerPolicy: 'no-referrer',
    });
    expect(image('<img src="https://example.com/a.png">')).toHaveAttribute('loading', 'lazy');
  });

  it('without alt is decorative', () => {
    expect(image('<img src="https://example.com/a.png">')).toHaveAttribute('alt', '');
  });

  test.each(['png', 'jpeg', 'gif', 'webp', 'avif'])('in a data URL is kept if it is a %s', (type) => {
    const src = `data:image/${type};base64,AA==`;
    expect(image(`<img src="${src}" alt="Pump">`)).toMatchObject({ src, alt: 'Pump' });
  });

  test.each(['data:image/svg+xml,<svg/>', 'data:text/html,x', 'a.png', 'cid:1', 'mailto:a@example.com', ''])(
    'from %j is replaced by its alt text',
    (src) => {
      const body = insertBody(`<p>[<img src="${src}" alt="Pump">]</p>`);
      expect(body.querySelector('img')).toBeNull();
      expect(body.textContent).toBe('[Pump]');
    },
  );
});

describe('a table', () => {
  it('scrolls in a focusable box', () => {
    const box = insertBody('<p>x</p><table><tr><td>1</td></tr></table>').querySelector(
      'table',
    )?.parentElement;
    expect(box).toHaveAttribute('tabindex', '0');
    expect(box).toHaveAttribute('role', 'group');
    expect(box).toHaveAttribute('aria-label', 'Table');
  });

  it('inside a table has no box of its own', () => {
    const body = insertBody('<table><tr><td><table><tr><td>1</td></tr></table></td></tr></table>');
    expect(body.querySelectorAll('table')).toHaveLength(2);
    expect(body.querySelectorAll('[role=group]')).toHaveLength(1);
  });
});

describe('headings', () => {
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
  ])('of levels %j become %j', (given, fitting) => {
    expect(levelsOf(...given)).toEqual(fitting);
  });

  it('keep their content, style and direction', () => {
    const heading = insertBody('<h1 style="text-align:center" dir="rtl"><em>x</em></h1>').querySelector('h4');
    expect(heading).toHaveStyle({ textAlign: 'center' });
    expect(heading).toHaveAttribute('dir', 'rtl');
    expect(heading?.innerHTML).toBe('<em>x</em>');
  });

  it('without content are removed', () => {
    expect(insertBody('<h2> </h2><h2><br></h2>').querySelector('h4')).toBeNull();
  });
});
