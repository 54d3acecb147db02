import { BRAND } from '@portal/harness/testing';
import { loadLanguage } from '@portal/texts';
import { PortalThemeProvider } from '@portal/theme';
import { fireEvent, render, screen } from '@testing-library/react';
import { EventBody } from './event-body';
import { EventImagesProvider } from './event-images';

const HTML = '<p><img src="https://example.com/pump.png"></p><table><tr><td>1</td></tr></table>';

const EventBodyIn = ({ language }: { language: string }) => (
  <PortalThemeProvider brand={{ ...BRAND, eventImages: 'ask' }} language={language}>
    <EventImagesProvider>
      <EventBody html={HTML} />
    </EventImagesProvider>
  </PortalThemeProvider>
);

it('names pictures and tables in the language of the page, even after a change', async () => {
  await loadLanguage('de');
  const { rerender } = render(<EventBodyIn language="en" />);
  expect(screen.getByText('Picture')).toBeVisible();
  expect(screen.getByRole('group', { name: 'Table' })).toBeVisible();
  rerender(<EventBodyIn language="de" />);
  expect(screen.getByText('Bild')).toBeVisible();
  expect(screen.getByRole('group', { name: 'Tabelle' })).toBeVisible();
  expect(screen.queryByText('Picture')).not.toBeInTheDocument();
});

it('says in the place of a picture that it cannot be loaded', () => {
  render(
    <PortalThemeProvider brand={BRAND} language="en">
      <EventImagesProvider>
        <EventBody html='<p>It leaks: <img src="https://example.com/pump.png" alt="Pump"><img src="https://example.com/pixel.gif" alt=""></p>' />
      </EventImagesProvider>
    </PortalThemeProvider>,
  );
  fireEvent.error(screen.getByRole('presentation'));
  expect(screen.queryByText(/cannot be loaded/)).not.toBeInTheDocument();
  fireEvent.error(screen.getByRole('img', { name: 'Pump' }));
  expect(screen.getByText('Pump – This picture cannot be loaded at the moment.')).toBeVisible();
  expect(screen.getByText(/^It leaks/)).toBeVisible();
});
