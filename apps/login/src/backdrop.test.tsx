import { openSignIn } from './testing/sign-in-page';

it('shows the company’s picture', () => {
  const brand = { name: 'Northwind', logoUrl: null, primaryColor: '#0b57a4' };
  openSignIn('/login', { ...brand, pictureUrl: '/van.jpg' });
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  expect(rules.map(({ cssText }) => cssText).join('\n')).toContain('url("/van.jpg")');
});
