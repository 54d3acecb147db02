import fc from 'fast-check';
import { dangersIn } from '../testing/dangers';
import { FILTER_EVASIONS } from '../testing/filter-evasions';
import { insertBody } from '../testing/insert-body';

const alert = jest.spyOn(window, 'alert').mockImplementation(() => undefined);
afterEach(() => expect(alert).not.toHaveBeenCalled());

/** Serializes the nodes and parses them again, as a browser may do when a customer copies them. */
const parsedAgain = (box: HTMLElement): DocumentFragment => {
  const template = document.createElement('template');
  template.innerHTML = box.innerHTML;
  return template.content;
};

const dangersOf = (html: string): string[] => {
  const box = insertBody(html);
  return [...dangersIn(box), ...dangersIn(parsedAgain(box))];
};

describe.each(Object.entries(FILTER_EVASIONS))('filter evasions: %s', (_, bodies) => {
  test.each(bodies)('%s', (html) => {
    expect(dangersOf(html)).toEqual([]);
  });
});

describe('generated bodies', () => {
  const tag = fc.constantFrom(
    ...`a annotation-xml article b base blockquote body br button caption col colgroup desc details dialog div dl em
    embed font foreignObject form frame frameset h1 h2 h3 h6 head hr html i iframe image img input li link listing
    main map marquee math meta mglyph mi mtext noembed noframes noscript object ol option p param plaintext portal pre
    script section select selectedcontent slot span strike style svg table tbody td template textarea tfoot th thead
    title tr track u ul use video wbr x-element xmp`.split(/\s+/),
  );
  const space = fc.constantFrom(' ', '\n', '\t', '/', '\f', '');
  const name = fc.constantFrom(
    ...`action align alt attributeName background class colspan data-given-style data-withheld-picture dir formaction
    height href id is name onclick onerror onload role shadowrootmode src srcdoc srcset start style tabindex target
    title type width xlink:href xml:base xmlns`.split(/\s+/),
    'ON\0CLICK',
  );
  const value = fc.oneof(
    fc.constantFrom(
      'javascript:alert(1)',
      'JaVa\tScript:alert(1)',
      '&#106;avascript:alert(1)',
      'data:image/png;base64,AA==',
      'data:image/svg+xml,<svg onload=alert(1)>',
      'data:text/html,<script>alert(1)</script>',
      'https://example.com/a.png',
      '//evil.example',
      'mailto:a@example.com',
      'alert(1)',
      'color:red;position:fixed',
      'background-color:var(--x);inset:0',
      '</style><img src=x onerror=alert(1)>',
      '-->',
      ']]>',
      'open',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const quote = fc.constantFrom('"', "'", '', '`');
  const attribute = fc
    .tuple(space, name, quote, value)
    .map(([gap, key, mark, text]) => `${gap}${key}=${mark}${text}${mark}`);
  const open = fc
    .tuple(tag, fc.array(attribute, { maxLength: 4 }), fc.constantFrom('>', '/>', '', ' >'))
    .map(([element, attributes, end]) => `<${element} ${attributes.join(' ')}${end}`);
  const piece = fc.oneof(
    { weight: 5, arbitrary: open },
    { weight: 3, arbitrary: tag.map((element) => `</${element}>`) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        'text',
        '<!--',
        '-->',
        '--!>',
        '<![CDATA[',
        ']]>',
        '<?',
        '<!doctype html>',
        '&lt;img onerror=alert(1)&gt;',
        '\0',
        '\uD800',
        '<',
        '>',
        '"',
        '`',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  );
  const body = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

  it('never throw, and contain nothing executable when sanitized', () => {
    fc.assert(
      fc.property(body, (html) => {
        expect(dangersOf(html)).toEqual([]);
      }),
      // A fixed seed: a failure in CI is then caused by the change. Other seeds may find more.
      { numRuns: 400, seed: 2070479301 },
    );
  });
});

// jsdom takes quadratic time for nested elements; `orders.spec.ts` tests 10,000 levels in a browser.
describe('extremely large bodies', () => {
  test.each([
    ['1,000 levels of formatting', '<div>'.repeat(1000)],
    ['1,000 levels of removed elements', '<section><form><font>'.repeat(333)],
    ['1,000 levels of other namespaces', '<svg><g><math><mtext>'.repeat(250)],
    ['200 nested tables', '<table><tr><td>'.repeat(200)],
    ['300 headings', '<h1>x</h1>'.repeat(300)],
    ['100,000 unclosed tags', '<a<b<i<'.repeat(33_333)],
    ['5 MB of text', 'pump '.repeat(1_048_576)],
    ['a picture of 5 MB', `<img alt="Pump" src="data:image/png;base64,${'A'.repeat(5_242_880)}">`],
    ['an attribute of 5 MB', `<p onclick="${'x'.repeat(5_242_880)}" style="${' '.repeat(1_000_000)}">x</p>`],
    ['1 MB of invalid characters', '\0\uD800\uDFFF\uFFFF'.repeat(262_144)],
  ])('%s', (_, html) => {
    expect(dangersIn(insertBody(html))).toEqual([]);
  });
});
