import { compile, middleware, serialize, stringify } from 'stylis';
import { absoluteLengths } from './style-cache';

const styled = (css: string) => serialize(compile(css), middleware([absoluteLengths(20), stringify]));

it.each([
  ['margin:1rem;', 'margin:20px;'],
  ['margin:-1rem .5rem -.25rem 0.5rem;', 'margin:-20px 10px -5px 10px;'],
  ['width:calc(100% - 1.5rem);', 'width:calc(100% - 30px);'],
  ['margin:calc(-1*2rem);', 'margin:calc(-1*40px);'],
  ['width:var(--space-1rem);', 'width:var(--space-1rem);'],
  ['width:10em;', 'width:10em;'],
])('converts %s to %s', (css, expected) => {
  expect(styled(css)).toBe(expected);
});
