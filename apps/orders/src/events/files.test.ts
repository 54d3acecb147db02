import type { ServiceOrderEvent } from '@portal/api';
import DOMPurify from 'dompurify';
import { filesOf } from './files';

const eventWith = (body: string): ServiceOrderEvent => ({ body, created_at: undefined });

const PICTURE = 'https://example.com/pump.png';
const INLINE = 'data:image/png;base64,AA==';

describe('pictures', () => {
  const namesIn = (body: string, images: 'as-given' | 'ask' = 'as-given') =>
    filesOf([eventWith(body)], images).pictures.map(({ alt, src }) => alt || src);

  it('are those of all events, each once', () => {
    const events = [
      eventWith(`<img src="${PICTURE}" alt="Pump"><img alt="Same pump" src="${PICTURE}">`),
      eventWith(`<img src="${INLINE}" alt="Plan">`),
    ];
    const { pictures } = filesOf(events, 'as-given');
    expect(pictures.map(({ alt }) => alt)).toEqual(['Pump', 'Plan']);
    expect(pictures[0]?.event).toBe(events[0]);
  });

  test.each([
    ['without an alt', `<img src="${PICTURE}">`],
    ['of at least 64 px', `<img src="${PICTURE}" width="64" height="480px">`],
    ['with a width in percent', `<img src="${PICTURE}" width="50%">`],
  ])('may be %s', (_, body) => expect(namesIn(body)).toEqual([PICTURE]));

  test.each([
    ['decoration', `<img src="${PICTURE}" alt=" ">`],
    ['a tracking pixel', `<img src="${PICTURE}" width="1" height="1">`],
    ['an icon', `<img src="${PICTURE}" alt="Phone" width="300" height="24">`],
    ['SVG', '<img src="data:image/svg+xml,<svg/>" alt="Plan">'],
  ])('are not %s', (_, body) => expect(namesIn(body)).toEqual([]));

  it('of other servers are withheld until the customer asks', () => {
    const body = `<img src="${PICTURE}" alt="Pump"><img src="${INLINE}" alt="Plan">`;
    expect(namesIn(body, 'ask')).toEqual(['Plan']);
    expect(filesOf([eventWith(body)], 'ask').isWithholding).toBe(true);
    expect(filesOf([eventWith(body)], 'as-given').isWithholding).toBe(false);
    expect(filesOf([eventWith(`<img src="${PICTURE}" width="1">`)], 'ask').isWithholding).toBe(false);
  });
});

describe('documents', () => {
  const documentsIn = (body: string) =>
    filesOf([eventWith(body)], 'as-given').documents.map(({ name, kind }) => [name, kind]);

  test.each([
    [
      'by the end of its path',
      '<a href="https://example.com/r/7.PDF?v=2#page=3">Your report</a>',
      'Your report',
      'PDF',
    ],
    ['by a parameter', '<a href="https://example.com/get?file=plan.dwg">Plan</a>', 'Plan', 'DWG'],
    [
      'by its text',
      '<a href="https://example.com/attachments/8812">\n Parts.xlsx </a>',
      'Parts.xlsx',
      'XLSX',
    ],
    ['by "download"', '<a href="https://example.com/download/8812">Warranty</a>', 'Warranty', undefined],
    ['without words', '<a href="https://example.com/My%20plan.pdf"></a>', 'My plan.pdf', 'PDF'],
    [
      'with its address as text',
      '<a href="https://example.com/a.pdf">https://example.com/a.pdf</a>',
      'a.pdf',
      'PDF',
    ],
    ['with a malformed address', '<a href="https://example.com/100%25%.pdf"></a>', '100%25%.pdf', 'PDF'],
    [
      'around a picture',
      `<a href="https://example.com/a.pdf"><img alt="Cover" src="${PICTURE}"></a>`,
      'Cover',
      'PDF',
    ],
    ['that is a picture', '<a href="https://example.com/IMG_1.jpeg">Photo</a>', 'Photo', 'JPEG'],
  ])('are known %s', (_, body, name, kind) => expect(documentsIn(body)).toEqual([[name, kind]]));

  test.each([
    ['a page', '<a href="https://example.com/manuals?lang=en">Manual</a>'],
    [
      'a larger picture of itself',
      `<a href="https://example.com/a.jpg"><img alt="Pump" src="${PICTURE}"></a>`,
    ],
    ['an address of a person', '<a href="mailto:a@example.com?subject=report.pdf">Ask</a>'],
    ['a relative address', '<a href="report.pdf">Report</a>'],
    ['a script', '<a href="javascript:alert(1)//report.pdf">Report</a>'],
  ])('are not %s', (_, body) => expect(documentsIn(body)).toEqual([]));

  it('appear once', () => {
    const link = '<a href="https://example.com/a.pdf">Report</a>';
    expect(documentsIn(`<p>${link}</p><p>${link.replace('Report', 'Again')}</p>`)).toEqual([
      ['Report', 'PDF'],
    ]);
  });
});

it('parses no body without files, and a signature once', () => {
  const sanitize = jest.spyOn(DOMPurify, 'sanitize');
  const logo = `<img src="${PICTURE}" alt="Acme">`;
  const events = ['<p>Words</p>', '<a href="https://example.com/">Acme</a>', `a${logo}`, `b${logo}`].map(
    (body) => eventWith(body),
  );
  expect(filesOf(events, 'as-given').pictures).toHaveLength(1);
  expect(sanitize).toHaveBeenCalledTimes(1);
  jest.restoreAllMocks();
});

test('the files of an order follow those of its events, each once', () => {
  const files = [
    { name: 'Report.pdf', url: 'https://portal.test/report', size: 20_000, about: undefined, at: undefined },
    { name: 'pump.JPG', url: 'https://portal.test/pump', size: undefined, about: 'Visit', at: '2026-03-04' },
    { name: 'again.png', url: PICTURE, size: undefined, about: 'Visit', at: '2026-03-04' },
    { name: 'evil.pdf', url: 'javascript:alert(1)', size: undefined, about: undefined, at: undefined },
  ];
  const found = filesOf([eventWith(`<img src="${PICTURE}" alt="Stain">`)], 'as-given', files);
  expect(found.pictures.map(({ alt, event }) => [alt, event.summary])).toEqual([
    ['Stain', undefined],
    ['pump.JPG', 'Visit'],
  ]);
  expect(found.documents).toMatchObject([{ name: 'Report.pdf', kind: 'PDF', size: 20_000 }]);
});
