import { excerptOf } from './excerpt';

test.each([
  [
    'Please ask <dana@acme.example>\nor <https://acme.example>',
    'Please ask <dana@acme.example> or <https://acme.example>',
  ],
  ['Pressure 1 <2 bar, a < b, Tom &amp; Dana', 'Pressure 1 <2 bar, a < b, Tom & Dana'],
  ['<p>Pressure &lt; 3 bar</p>at <b>noon</b>', 'Pressure < 3 bar · at noon'],
])('reads text as text, and HTML as HTML: %j', (body, excerpt) => expect(excerptOf(body)).toBe(excerpt));

const picture = `data:image/png;base64,${'iVBOR/+w\n'.repeat(20_000)}`;

test.each([
  ['picture', `<p><img alt="x > y" src="${picture}"></p>`],
  ['picture without quotes', `<img src=${picture.replaceAll('\n', '')}>`],
  ['background', `<div style='background: url(${picture})'></div>`],
  ['style sheet', `<style>${'p { color: red }\n'.repeat(10_000)}</style>`],
  ['drawing', `<svg viewBox="0 0 9 9"><path d="${'M1 1'.repeat(50_000)}"/></svg >`],
  ['comment', `<!--[if gte mso 9]>${'<xml></xml>\n'.repeat(10_000)}<![endif]-->`],
])('finds the words after a large %s', (_what, before) =>
  expect(excerptOf(`${before}<p>The pump has arrived.</p>`)).toBe('The pump has arrived.'),
);

test.each([
  [
    '<table><tr><td><table><tr><td>Pump</td><td>2</td></tr></table></td><td>Soon</td></tr></table>',
    'Pump, 2 · Soon',
  ],
  ['<ul><li>Pump<ol><li>Valve</li></ol></li><li>Lift</li></ul>', 'Pump · 1. Valve · Lift'],
])('of what lies in each other, only words and their order stay: %s', (body, excerpt) => {
  expect(excerptOf(body)).toBe(excerpt);
});

test.each(['<div>', '<!--', '<style>', '<style><svg>', '<img src="data:image/png;', '<table><tr><td>'])(
  'a body of nothing but %s takes no longer than another',
  (part) => {
    const start = performance.now();
    excerptOf(part.repeat(200_000));
    expect(performance.now() - start).toBeLessThan(2_000);
  },
);
