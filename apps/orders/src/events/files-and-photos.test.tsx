import type { Brand } from '@portal/contract';
import { loadLanguage } from '@portal/texts';
import { PortalThemeProvider } from '@portal/theme';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BRAND, EN, respond, show } from '../testing/orders-page';
import { formatDay } from '../values/dates';
import { PictureViewer } from './picture-viewer';

const AT = '2026-03-04T12:34:00Z';
const DATE = formatDay(AT, EN) ?? '';
const INLINE = 'data:image/png;base64,AA==';
const REMOTE = 'https://example.com/stain.jpg';

const open = (body: string, brand?: Brand) => {
  respond('get', [{ ServiceOrderNbr: '1', events: [{ summary: 'Visit on site', created_at: AT, body }] }]);
  return show('/service-order/1', brand);
};

const findFiles = async () => within(await screen.findByRole('region', { name: 'Files and photos' }));

const PICTURES = `<img src="${INLINE}" alt="The pump"><img src="${REMOTE}" alt="The stain"><img src="${INLINE}AA" width="200">`;

it('shows the documents of an order as links, with kind and date', async () => {
  open('<a href="https://example.com/report.pdf">Report of the visit</a>');
  const files = await findFiles();
  const link = files.getByRole('link', { name: 'Report of the visit' });
  expect(files.getByRole('listitem')).toHaveTextContent(`Report of the visitPDF · ${DATE}`);
  expect(link).toHaveAttribute('href', 'https://example.com/report.pdf');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

it('shows the files of the order itself, with their size where it is known', async () => {
  const url = 'https://portal.test/orders/files/1';
  const files = [
    { name: 'Report.pdf', url, size: 1_240_000, about: null, at: null },
    { name: 'pump.jpg', url: `${url}1`, size: null, about: 'Visit on site', at: AT },
  ];
  respond('get', [{ ServiceOrderNbr: '1', events: [], files: { value: files } }]);
  show('/service-order/1');
  const [picture, report] = (await findFiles()).getAllByRole('listitem');
  expect(report).toHaveTextContent('Report.pdfPDF · 1.2 MB');
  expect(picture).toHaveTextContent(`pump.jpg${DATE}`);
  const thumbnail = picture?.querySelector('img');
  if (thumbnail) fireEvent.error(thumbnail);
  expect(picture?.querySelector('img')).toBeNull();
  expect(picture).toHaveTextContent('pump.jpg');
});

it('shows the first five, and the others on request', async () => {
  const links = Array.from(
    { length: 7 },
    (_, index) => `<a href="https://example.com/${index}.pdf">File</a>`,
  );
  const user = open(`<img src="${INLINE}" alt="The pump">${links.join('')}`);
  const files = await findFiles();
  expect(files.getAllByRole('listitem')).toHaveLength(5);
  await user.click(files.getByRole('button', { name: 'Show all 8 files' }));
  expect(files.getAllByRole('listitem')).toHaveLength(8);
  expect(document.body).not.toHaveFocus();
});

it('is not there without files', async () => {
  open('<p>Words, and <a href="https://example.com/">a link</a>.</p>');
  await screen.findByRole('region', { name: 'Event Log' });
  expect(screen.queryByRole('region', { name: 'Files and photos' })).not.toBeInTheDocument();
});

describe('a picture', () => {
  const openPicture = async (name: string) => {
    const user = open(PICTURES);
    await user.dblClick((await findFiles()).getByRole('button', { name }));
    return { user, viewer: within(await screen.findByRole('dialog', { name: /^Picture/ })) };
  };

  it('opens large, with its words and its event; buttons and arrow keys go round', async () => {
    const { user, viewer } = await openPicture('The stain');
    expect(viewer.getByRole('heading', { name: 'Picture 2 of 3' })).toBeVisible();
    expect(viewer.getByText('The stain')).toBeVisible();
    expect(viewer.getByText('Visit on site').closest('p')).toHaveTextContent(`Visit on site · ${DATE}`);
    expect(viewer.getByRole('img', { name: 'The stain' })).toHaveAttribute('referrerpolicy', 'no-referrer');

    await user.click(viewer.getByRole('button', { name: 'Next picture' }));
    expect(viewer.getByRole('heading', { name: 'Picture 3 of 3' })).toBeVisible();
    expect(viewer.queryByText('The stain')).not.toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    expect(viewer.getByRole('heading', { name: 'Picture 1 of 3' })).toBeVisible();
    await user.click(viewer.getByRole('button', { name: 'Previous picture' }));
    await user.keyboard('{ArrowLeft}');
    expect(viewer.getByRole('heading', { name: 'Picture 2 of 3' })).toBeVisible();
  });

  it('follows a swipe', async () => {
    const { viewer } = await openPicture('The pump');
    const row = viewer.getByRole('list');
    // The row is as wide as the window; in a right-to-left page it scrolls to the left.
    row.scrollLeft = -2 * window.innerWidth;
    fireEvent.scroll(row);
    expect(await viewer.findByRole('heading', { name: 'Picture 3 of 3' })).toBeVisible();
  });

  it('mirrors the arrow keys in a language from right to left', async () => {
    await loadLanguage('ar');
    const event = { created_at: undefined };
    const pictures = ['First', 'Second', 'Third'].map((alt) => ({ src: `${INLINE}#${alt}`, alt, event }));
    render(
      <PortalThemeProvider brand={BRAND} language="ar">
        <PictureViewer pictures={pictures} start={0} onClose={() => undefined} />
      </PortalThemeProvider>,
    );
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByText('Second')).toBeVisible();
  });

  it.each(['{Escape}', 'Close'])('closes with %s, and returns the focus', async (way) => {
    const { user, viewer } = await openPicture('Visit on site');
    if (way === 'Close') await user.click(viewer.getByRole('button', { name: way }));
    else await user.keyboard(way);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect((await findFiles()).getByRole('button', { name: 'Visit on site' })).toHaveFocus();
  });
});

describe('with eventImages "ask"', () => {
  const ask = { ...BRAND, eventImages: 'ask' } as const;

  it('shows pictures of other servers after consent, which counts for the log, too', async () => {
    const user = open(PICTURES, ask);
    const files = await findFiles();
    expect(files.getAllByRole('button', { name: /pump|stain|Visit/ })).toHaveLength(2);
    expect(document.querySelector(`[src="${REMOTE}"]`)).toBeNull();
    await user.click(
      files.getByRole('button', {
        name: 'Show pictures',
        description: 'They are on other servers, which could tell that you read this.',
      }),
    );
    expect(files.getByRole('button', { name: 'The stain' })).toBeVisible();
    expect(document.activeElement).toContainElement(files.getByRole('button', { name: 'The stain' }));
    const log = within(screen.getByRole('region', { name: 'Event Log' }));
    expect(log.getByRole('img', { name: 'The stain' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show pictures' })).not.toBeInTheDocument();
  });

  it('shows the customer’s own photos at once', async () => {
    open(`<img src="${location.origin}/orders/answer/files/1" alt="plate.jpg">`, ask);
    expect((await findFiles()).getByRole('button', { name: 'plate.jpg' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show pictures' })).not.toBeInTheDocument();
  });

  it('shows them after consent in the log', async () => {
    const user = open(PICTURES, ask);
    const log = within(await screen.findByRole('region', { name: 'Event Log' }));
    await user.click(log.getByRole('button', { name: 'Show pictures' }));
    expect((await findFiles()).getByRole('button', { name: 'The stain' })).toBeVisible();
  });
});
