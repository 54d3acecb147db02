import { insertBody } from '../../testing/insert-body';

describe('a link', () => {
  const link = (html: string) => insertBody(html).querySelector('a');

  test.each(['https://example.com/a?b=c', 'http://example.com/'])('to %s opens beside the portal', (href) => {
    expect(link(`<a href="${href}">x</a>`)).toMatchObject({
      href,
      target: '_blank',
      rel: 'noopener noreferrer',
    });
  });

  test.each(['mailto:a@example.com', 'tel:+12025550123'])(
    'to %s stays, without a window of its own',
    (href) => {
      expect(link(`<a href="${href}">x</a>`)).toMatchObject({ href, target: '', rel: 'noopener noreferrer' });
    },
  );

  it('that has no words is named by its address', () => {
    expect(link('<a href="https://example.com/"><img src="https://example.com/a.png"></a>')).toHaveAttribute(
      'aria-label',
      'https://example.com/',
    );
  });

  it('that has a picture with words, needs no other name', () => {
    expect(
      link('<a href="https://example.com/"><img alt="Plan" src="https://example.com/a.png"></a>'),
    ).not.toHaveAttribute('aria-label');
  });
});

describe('an image', () => {
  const image = (html: string) => insertBody(html).querySelector('img');

  it('loads late, and says nothing of the portal', () => {
    expect(image('<img src="https://example.com/a.png" alt="Pump" width="40">')).toMatchObject({
      src: 'https://example.com/a.png',
      alt: 'Pump',
      width: 40,
      referrerPolicy: 'no-referrer',
    });
    expect(image('<img src="https://example.com/a.png">')).toHaveAttribute('loading', 'lazy');
  });

  it('without words is decoration', () => {
    expect(image('<img src="https://example.com/a.png">')).toHaveAttribute('alt', '');
  });

  test.each(['data:image/png;base64,AA', 'a.png', 'cid:1', 'mailto:a@example.com', ''])(
    'from %j leaves its words only',
    (src) => {
      const body = insertBody(`<p>[<img src="${src}" alt="Pump">]</p>`);
      expect(body.querySelector('img')).toBeNull();
      expect(body.textContent).toBe('[Pump]');
    },
  );
});

describe('a table', () => {
  it('scrolls in a box of its own, which the keyboard reaches', () => {
    const box = insertBody('<p>x</p><table><tr><td>1</td></tr></table>').querySelector(
      'table',
    )?.parentElement;
    expect(box).toHaveAttribute('tabindex', '0');
    expect(box).toHaveAttribute('role', 'group');
    expect(box).toHaveAttribute('aria-label', 'Table');
  });

  it('inside a table shares its box', () => {
    const body = insertBody('<table><tr><td><table><tr><td>1</td></tr></table></td></tr></table>');
    expect(body.querySelectorAll('table')).toHaveLength(2);
    expect(body.querySelectorAll('[role=group]')).toHaveLength(1);
  });
});
