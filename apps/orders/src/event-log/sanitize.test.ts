import type {} from 'trusted-types';
import { HOSTILE_BODY, RICH_BODY } from '../../dev/rich-body';
import { dangersIn } from '../testing/dangers';
import { insertBody } from '../testing/insert-body';

describe('removes active content', () => {
  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<img src=x onerror=alert(1)>',
    '<img src="https://ok.example/a.png" onload="alert(1)">',
    '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
    '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<img src="data:text/html;base64,AAAA">',
    '<img src="data:image/svg+xml;base64,AAAA">',
    '<img src="data:image/png,x" srcset="data:image/svg+xml,x">',
    '<a href="data:image/png;base64,AAAA">x</a>',
    '<img srcset="https://evil.example/a.png 1x">',
    '<p onclick="alert(1)" onmouseover=alert(1)>x</p>',
    '<p/onpointerenter=alert(1)>x</p>',
    '<svg onload=alert(1)></svg>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><animate onbegin=alert(1) attributeName=x></svg>',
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
    '<math href="javascript:alert(1)">x</math>',
    '<form action="https://evil.example"><input name=code><button>Send</button></form>',
    '<textarea autofocus onfocus=alert(1)></textarea>',
    '<select onchange=alert(1)><option>1</option></select>',
    '<iframe src="https://evil.example"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="javascript:alert(1)"></object>',
    '<embed src="javascript:alert(1)">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVa\tScRiPt:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href=" javascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="blob:https://evil.example/1">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href="/logout">x</a>',
    '<a href="https://ok.example" ping="https://evil.example" target="portal">x</a>',
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<link rel="stylesheet" href="https://evil.example/x.css">',
    '<style>body { display: none }</style>',
    '<style><img src="</style><img src=x onerror=alert(1)>">',
    '<p id="root" name="cookie" class="MuiAlert-root" slot="x" part="y">x</p>',
    '<img name="getElementById" id="querySelector">',
    '<p style="position:fixed;inset:0;z-index:9;background:url(https://evil.example)">x</p>',
    '<p style="background-color:red;background-image:url(javascript:alert(1))">x</p>',
    '<p data-given-style="position:fixed">x</p>',
    '<p aria-live="assertive" aria-hidden="true">x</p>',
    '<p contenteditable autofocus draggable="true">x</p>',
    '<template><script>alert(1)</script></template>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
    '<video src=x onerror=alert(1) autoplay></video>',
    '<details open ontoggle=alert(1)>x</details>',
    '<marquee onstart=alert(1)>x</marquee>',
    '<dialog open>x</dialog>',
    '<x-element is="y">x</x-element>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<table background="javascript:alert(1)"><tr><td background="//evil.example">x</td></tr></table>',
    HOSTILE_BODY,
  ])('%s', (html) => {
    expect(dangersIn(insertBody(html))).toEqual([]);
  });

  it('keeps the text of removed elements', () => {
    expect(insertBody('<form><label>Meter reading</label> <b>4711</b></form>')).toHaveTextContent(
      'Meter reading 4711',
    );
  });

  it('removes scripts and style sheets with their content', () => {
    expect(insertBody('a<script>alert(1)</script><style>b{}</style>c')).toHaveTextContent(/^ac$/);
  });
});

describe('formatting', () => {
  it('of a rich body is kept', () => {
    const box = insertBody(RICH_BODY);
    expect(dangersIn(box)).toEqual([]);
    expect(box.querySelector('strong')).toHaveTextContent('circulation pump');
    expect(box.querySelectorAll('ol > li')).toHaveLength(2);
    expect(box.querySelectorAll('tbody td')).toHaveLength(12);
  });

  it('is limited to allowed inline styles', () => {
    const { style } = insertBody(
      '<p style="COLOR: red; background-color: yellow; text-align: center; font-weight: bold; font-style: italic; margin: 9em">x</p>',
    ).querySelector('p') ?? { style: new CSSStyleDeclaration() };
    expect(style.getPropertyValue('--given-color')).toBe('red');
    expect(style.backgroundColor).toBe('yellow');
    expect(style.textAlign).toBe('center');
    expect(style.fontWeight).toBe('bold');
    expect(style.fontStyle).toBe('italic');
    expect(style.margin).toBe('');
  });

  it('does not affect text that looks like a style', () => {
    expect(insertBody('<p>my style = "color:red" &lt;style&gt;</p>')).toHaveTextContent(
      'my style = "color:red" <style>',
    );
  });
});

const first = (html: string, selector: string): HTMLElement =>
  insertBody(html).querySelector<HTMLElement>(selector) ?? document.body;

describe('a body of plain text', () => {
  const body = (html: string) => insertBody(html).querySelector('[data-plain]');

  test.each([
    ['Dear Ann,\nwe come on Friday.', 'Dear Ann,\nwe come on Friday.'],
    ['Pressure < 3 bar\r\nTom &amp; Dana', 'Pressure < 3 bar\nTom & Dana'],
    [
      'Write to <dana@example.com>\nor <https://example.com>',
      'Write to <dana@example.com>\nor <https://example.com>',
    ],
  ])('keeps its lines and its text: %j', (html, text) => {
    expect(body(html)?.textContent).toBe(text);
  });

  test.each(['<p>Words</p>\n', 'a<br/>b', 'Words</b>', '<!-- x -->Words'])('is not %j', (html) => {
    expect(body(html)).toBeNull();
  });
});

describe('a mail', () => {
  it('keeps the look of cells, headers and links', () => {
    const mail = insertBody(
      `<table cellpadding="8" border="0"><tr><td bgcolor="#003366"><a style="background:#cc0000;color:#fff;padding:8px 16px;
      border-radius:4px;display:inline-block;text-decoration:none" href="https://example.com">Confirm</a></td></tr></table>`,
    );
    expect(mail.querySelector('[data-sheet]')).not.toBeNull();
    expect(mail.querySelector('td')).toHaveStyle({ backgroundColor: '#003366' });
    expect(mail.querySelector('table')).toHaveAttribute('cellpadding', '8');
    expect(mail.querySelector('a')).toHaveStyle({
      backgroundColor: '#cc0000',
      paddingTop: '8px',
      paddingLeft: '16px',
      borderRadius: '4px',
      display: 'inline-block',
      textDecoration: 'none',
    });
  });

  test.each([
    '<p style="color:red">x</p>',
    '<p style="background-color:transparent">x</p>',
    '<p style="background:none">x</p>',
  ])('without a background needs no sheet: %s', (html) =>
    expect(insertBody(html).querySelector('[data-sheet]')).toBeNull(),
  );
});

describe('a body keeps', () => {
  test.each(['section', 'details', 'figcaption', 'article', 'address', 'fieldset'])(
    '<%s> on a line of its own',
    (tag) => {
      expect(first(`<b>a</b><${tag}>c</${tag}>`, 'b + div')).toHaveTextContent(/^c$/);
    },
  );

  it('lists of terms', () => {
    expect(first('<dl><dt>Pump</dt><dd>UPS2</dd></dl>', 'dl > dd')).toHaveTextContent(/^UPS2$/);
  });

  it('languages', () => expect(first('<p lang="de">x</p>', 'p')).toHaveAttribute('lang', 'de'));

  it('the colors of fonts', () => {
    expect(first('<font color="c00000">x</font>', 'font').style.getPropertyValue('--given-color')).toBe(
      'rgb(192, 0, 0)',
    );
  });

  it('the numbers of lists', () => {
    expect(first('<ol type="a" start="3"><li>x</li></ol>', 'ol')).toHaveAttribute('type', 'a');
    expect(first('<ol><li value="7">x</li></ol>', 'li')).toHaveAttribute('value', '7');
  });

  it('the text of a link that leads nowhere, such as a relative one', () => {
    expect(first('<a href="manual.pdf">Manual</a>', 'a')).toHaveTextContent('Manual');
    expect(first('<a href="manual.pdf">Manual</a>', 'a')).not.toHaveAttribute('href');
  });
});

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
    const pump = image('<img src="https://example.com/a.png" alt="Pump" width="40">');
    expect(pump).toMatchObject({ src: 'https://example.com/a.png', alt: 'Pump', width: 40 });
    expect(pump).toHaveAttribute('referrerpolicy', 'no-referrer');
    expect(pump).toHaveAttribute('loading', 'lazy');
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
  test.each([1, 2, 3, 6])('of level %i are below the heading of their event', (level) => {
    const heading = insertBody(
      `<h${level} style="text-align:center" dir="rtl"><em>x</em></h${level}>`,
    ).querySelector('h4');
    expect(heading).toHaveStyle({ textAlign: 'center' });
    expect(heading).toHaveAttribute('dir', 'rtl');
    expect(heading?.innerHTML).toBe('<em>x</em>');
  });

  it('without content are removed', () => {
    expect(insertBody('<h2> </h2><h2><br></h2>').querySelector('h4')).toBeNull();
  });
});

describe('with Trusted Types', () => {
  const TEXTS = { picture: 'Picture', table: 'Table' };

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
