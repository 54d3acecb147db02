import { BRAND } from '@portal/harness/testing';
import { loadLanguage } from '@portal/texts';
import { PortalThemeProvider } from '@portal/theme';
import { render, screen } from '@testing-library/react';
import { EventBody } from './event-body';

const HTML = '<p><img src="https://example.com/pump.png"></p><table><tr><td>1</td></tr></table>';

const EventBodyIn = ({ language }: { language: string }) => (
  <PortalThemeProvider brand={{ ...BRAND, eventImages: 'ask' }} language={language}>
    <EventBody html={HTML} />
  </PortalThemeProvider>
);

it.each([
  ['de', 'Bild', 'Tabelle'],
  ['fr', 'Image', 'Tableau'],
  ['es', 'Imagen', 'Tabla'],
])('names pictures and tables in the language of the page, even after a change (%s)', async (...names) => {
  const [language, picture, table] = names;
  await loadLanguage(language);
  const { rerender } = render(<EventBodyIn language="en" />);
  expect(screen.getByText('Picture')).toBeVisible();
  expect(screen.getByRole('group', { name: 'Table' })).toBeVisible();
  rerender(<EventBodyIn language={language} />);
  expect(screen.getByText(picture)).toBeVisible();
  expect(screen.getByRole('group', { name: table })).toBeVisible();
  expect(screen.queryByText('Picture')).not.toBeInTheDocument();
});
