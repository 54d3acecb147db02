import type {} from 'trusted-types';
import { HOSTILE_BODY, RICH_BODY } from '../../../dev/rich-body';
import { dangersIn } from '../../testing/dangers';
import { insertBody } from '../../testing/insert-body';

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
    expect(style.getPropertyValue('--given-background')).toBe('yellow');
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

describe('with Trusted Types', () => {
  const TEXTS = { picture: 'Picture', table: 'Table' };

  const sanitizeWith = async (createPolicy: jest.Mock) => {
    Object.assign(window, { trustedTypes: { createPolicy } });
    const parsed = jest.spyOn(DOMParser.prototype, 'parseFromString');
    await jest.isolateModulesAsync(async () => {
      const { safeBody } = await import('./safe-body');
      document.body.replaceChildren(safeBody('<p>Words</p><script>alert(1)</script>', TEXTS));
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
    expect(document.body.innerHTML).toBe('<p>Words</p>');
  });

  it('parses without a policy on a page that does not allow it', async () => {
    const createPolicy = jest.fn(() => {
      throw new TypeError('Policy "portal-html" disallowed.');
    });
    expect(await sanitizeWith(createPolicy)).toEqual(['string']);
    expect(createPolicy).toHaveBeenCalledTimes(1);
    expect(document.body.innerHTML).toBe('<p>Words</p>');
  });
});
