import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { BRAND, hold, respond, server, show } from '../testing/orders-page';

const CHOICES = [
  { id: 'yes', label: 'Approve $ 470.50' },
  { id: 'no', label: 'Decline' },
];
const QUESTION = {
  summary: 'Please approve the quote',
  status: 'Waiting for you',
  body: '<p>Our <a href="https://example.com/quote.pdf">quote</a>.</p>',
  created_at: '2026-11-27T10:00:00Z',
  created_by: 'Dana',
};
const ORDER = { ServiceOrderNbr: 'A7', Description: 'Boiler repair', Status: 'On Hold' };
const SUPPORT = { email: 'service@acme.example', phone: '+1 202-555-0100' };
const ANSWER = { summary: 'Approve $ 470.50', created_at: '2026-11-28T10:00:00Z', created_by: 'Ann' };

beforeEach(() => sessionStorage.clear());

const orderThatAsks = (asks: object) => ({
  ...ORDER,
  events: [{ ...QUESTION, asks: { id: 'q-1', revision: 'r1', ...asks } }],
});

/** Opens an order with a question; once it is answered, with `after`. */
const open = (asks: object, after: object = ORDER) => {
  respond('get', [orderThatAsks(asks)]);
  const bodies: unknown[] = [];
  server.use(
    http.post('*/orders/answer', async ({ request }) => {
      bodies.push(await request.json());
      respond('get', [after]);
      return HttpResponse.json({ success: true, message: 'Your answer has been sent.' });
    }),
  );
  return { user: show('/service-order/A7', { ...BRAND, support: SUPPORT }), bodies };
};

const sendButton = () => screen.findByRole('button', { name: 'Send answer' });

const refuse = (message: string) =>
  server.respond('*/orders/answer', { success: false, message }, { status: 409 });

it('is answered with two presses, and says so where the focus is', async () => {
  const answered = {
    ...ORDER,
    events: [
      { ...QUESTION, asks: { id: 'q-1', answered: true, choices: CHOICES } },
      { ...ANSWER, answer: { question: 'q-1', received: false } },
    ],
  };
  const { user, bodies } = open({ choices: CHOICES }, answered);
  const send = await sendButton();
  await user.click(screen.getByRole('radio', { name: 'Approve $ 470.50' }));
  await user.click(send);
  const status = await screen.findByText('Your answer has been sent.');
  expect(document.activeElement).toContainElement(status);
  expect(bodies).toEqual([
    {
      serviceOrderNbr: 'A7',
      question: 'q-1',
      revision: 'r1',
      choice: 'yes',
      key: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
    },
  ]);
  const log = within(screen.getByRole('region', { name: 'Event Log' }));
  const entry = await log.findByRole('heading', { name: 'Approve $ 470.50' });
  expect(entry.parentElement).toHaveTextContent('Sent');
  // Words were not asked for.
  expect(within(entry.closest('li') ?? entry).queryByLabelText('not given')).not.toBeInTheDocument();
  expect(log.getByRole('heading', { name: QUESTION.summary }).parentElement).toHaveTextContent('Answered');
  expect(screen.queryByText('Needs your answer')).not.toBeInTheDocument();
});

it.each([
  ['with a question', { asks: { id: 'q-1', revision: 'r1', choices: CHOICES } }],
  ['that only waits', {}],
])('an order %s needs no answer any more when the customer goes back to the list', async (_what, inList) => {
  respond('list', [{ ...ORDER, events: [{ ...QUESTION, ...inList }] }]);
  respond('get', [orderThatAsks({ choices: CHOICES })]);
  const user = show('/service-orders');
  await screen.findByText('Please approve the quote');
  await user.click(screen.getByRole('link', { name: /^View Details/ }));
  server.respond('*/orders/answer', { success: true });
  const { release } = hold('list', []);
  await user.click(await screen.findByRole('radio', { name: 'Decline' }));
  await user.click(await sendButton());
  await screen.findByText('Your answer has been sent.');
  await user.click(screen.getByRole('link', { name: 'Back to the list' }));
  expect(await screen.findByText('Boiler repair')).toBeVisible();
  expect(screen.queryByText(/Needs your answer/)).not.toBeInTheDocument();
  release();
});

it.each([
  ['Your answer has been sent.', { question: 'q-1', received: false }],
  ['We have received your answer.', { question: 'q-1', received: true }],
  ['Your message has been sent.', { received: false }],
  ['We have received your message.', { received: true }],
])('says how far an answer is: %s', async (text, answer) => {
  respond('get', [{ ...ORDER, events: [{ ...ANSWER, answer }] }]);
  show('/service-order/A7');
  expect(await screen.findByText(text)).toBeVisible();
});

it('says nothing of how far the answer of another is', async () => {
  const answer = { question: 'q-1', received: true, isOfOther: true };
  respond('get', [{ ...ORDER, events: [{ ...ANSWER, answer }] }]);
  show('/service-order/A7');
  expect(await screen.findByRole('heading', { name: 'Event Log' })).toBeVisible();
  expect(screen.queryByText('We have received your answer.')).not.toBeInTheDocument();
});

it('is decided when an event of the company follows', async () => {
  const reply = { summary: 'The pump is ordered', created_at: '2026-11-28T12:00:00Z' };
  respond('get', [{ ...ORDER, events: [reply, { ...ANSWER, answer: { question: 'q-1', received: true } }] }]);
  show('/service-order/A7');
  const [, entry] = within(await screen.findByRole('region', { name: 'Event Log' })).getAllByRole('listitem');
  expect(entry).toHaveTextContent('Decided');
  expect(screen.queryByText('We have received your answer.')).not.toBeInTheDocument();
});

it('offers visits in the time zone of the company until they begin, and says when the answer is needed', async () => {
  jest.useFakeTimers({
    doNotFake: ['performance', 'queueMicrotask', 'setTimeout', 'setImmediate'],
    now: new Date('2026-11-30T00:00:00Z'),
  });
  const visit = { id: 'a', label: 'Robert', at: '2026-12-03T00:00:00Z', until: '2026-12-03T01:30:00Z' };
  const later = { id: 'b', label: 'Dana', at: '2026-12-04T00:00:00Z' };
  respond('get', [orderThatAsks({ choices: [visit, later], text: true, due: '2026-12-01T00:00:00Z' })]);
  const sent = server.respond('*/orders/answer', { success: true });
  show('/service-order/A7', { ...BRAND, timeZone: 'Asia/Kathmandu' });
  const send = await sendButton();
  const choice = screen.getByRole('radio', { name: /^Robert.*Thursday, December 3, 5:45/ });
  act(() => choice.click());
  expect(choice).toBeChecked();
  expect(screen.getByText(/^Please answer by Tuesday, December 1 at 5:45/)).toBeVisible();
  jest.setSystemTime(new Date('2026-12-03T00:00:00Z'));
  act(() => jest.advanceTimersByTime(60_000));
  expect(choice).toBeDisabled();
  act(() => send.click());
  expect(screen.getByRole('alert')).toHaveTextContent('Please choose an answer.');
  expect(choice).not.toBeChecked();
  expect(sent).toEqual([]);
  expect(screen.getByText(/^We needed your answer by Tuesday, December 1 at 5:45/)).toBeVisible();
  jest.setSystemTime(new Date('2026-12-04T00:00:00Z'));
  act(() => jest.advanceTimersByTime(60_000));
  // Words alone would be refused: the sentence says how to go on.
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(send).not.toBeInTheDocument();
  expect(screen.getByText('These times are over. Please ask us for another one.')).toBeVisible();
  expect(screen.queryByText(/You can still send it/)).not.toBeInTheDocument();
  jest.useRealTimers();
});

it('sends words and files, which can be removed, and says in words what cannot be sent', async () => {
  const { user, bodies } = open({ text: true, files: true });
  const stored = [
    { id: 'f1', name: 'plate.jpg', size: 2_400_000 },
    { id: 'f2', name: 'blur.jpg', size: 2_400_000 },
  ].values();
  server.use(http.post('*/orders/answer/files', () => HttpResponse.json(stored.next().value)));
  await user.type(await screen.findByLabelText('Your answer'), 'It is a Vaillant.');
  const large = new File(['x'], 'large.pdf', { type: 'application/pdf' });
  Object.defineProperty(large, 'size', { value: 11 * 1024 * 1024 });
  const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
  await user.upload(screen.getByLabelText('Add photos or PDFs', { selector: 'input' }), [
    photo('plate.jpg'),
    large,
  ]);
  expect(await screen.findByText('2.4 MB')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('The file is larger than 10 MB.');
  await user.click(screen.getByRole('button', { name: 'Remove large.pdf' }));
  await user.upload(screen.getByLabelText('Add photos or PDFs', { selector: 'input' }), photo('blur.jpg'));
  await waitFor(() => expect(screen.getAllByText('2.4 MB')).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Remove blur.jpg' }));
  expect(screen.getByRole('button', { name: 'Add photos or PDFs' })).toHaveFocus();
  await user.click(await sendButton());
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toMatchObject({ text: 'It is a Vaillant.', files: ['f1'] });
});

it('adds a file again that did not arrive, and takes five at most', async () => {
  const { user } = open({ files: true });
  server.use(http.post('*/orders/answer/files', () => HttpResponse.error()));
  await sendButton();
  const input = screen.getByLabelText('Add photos or PDFs', { selector: 'input' });
  const files = Array.from(
    { length: 6 },
    (_, index) => new File(['x'], `${index}.png`, { type: 'image/png' }),
  );
  await user.upload(input, files);
  expect(screen.getByText('At most 5 files can be sent at once.')).toBeVisible();
  expect(await screen.findAllByText('The file did not arrive. Please check your connection.')).toHaveLength(
    5,
  );
  server.respond('*/orders/answer/files', { id: 'f1', name: '0.png', size: 1000 });
  await user.click(screen.getByRole('button', { name: 'Add 0.png again' }));
  expect(await screen.findByText('1 kB')).toBeVisible();
});

it('has the links of the question at hand', async () => {
  open({ choices: CHOICES });
  await sendButton();
  const [link] = screen.getAllByRole('link', { name: 'quote' });
  expect(link?.compareDocumentPosition(await sendButton())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('keeps what was entered when it is not sent, and sends it with the same key again', async () => {
  const { user, bodies } = open({});
  const first = server.respond('*/orders/answer', '', { status: 502 });
  await user.type(await screen.findByLabelText('Your answer'), 'Tuesday');
  await user.click(await sendButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This was not sent. What you entered is kept: please send it again.',
  );
  server.use(
    http.post('*/orders/answer', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
  );
  await user.click(await sendButton());
  expect(await screen.findByText('Your answer has been sent.')).toBeVisible();
  expect(screen.queryByText('Needs your answer')).not.toBeInTheDocument();
  expect(bodies).toEqual([await first[0]?.json()]);
});

it('is sent when the order has it, though the response was lost', async () => {
  const answered = { ...QUESTION, asks: { id: 'q-1', answered: true } };
  const answer = { ...ANSWER, answer: { question: 'q-1', received: false } };
  const { user } = open({ choices: CHOICES });
  await user.click(await screen.findByRole('radio', { name: 'Approve $ 470.50' }));
  server.use(
    http.post('*/orders/answer', () => {
      respond('get', [{ ...ORDER, events: [answered, answer] }]);
      return HttpResponse.error();
    }),
  );
  await user.click(await sendButton());
  expect(await screen.findByText('Your answer has been sent.')).toBeVisible();
  expect(screen.queryByText(/^This was not sent/)).not.toBeInTheDocument();
});

it('is thanked for where it was asked, before the next question; a failure is said below the form', async () => {
  const question = (id: string, answered: boolean) => ({
    ...QUESTION,
    summary: `Question ${id}`,
    asks: { id, revision: 'r1', answered, choices: CHOICES },
  });
  const orderWith = (...events: object[]) => [{ ...ORDER, events }];
  respond('get', orderWith(question('q-1', false), question('q-2', false)));
  const answer = { ...ANSWER, answer: { question: 'q-1', received: true } };
  server.use(
    http.post('*/orders/answer', () => {
      respond('get', orderWith(answer, question('q-1', true), question('q-2', false)));
      return HttpResponse.json({ success: true });
    }),
  );
  const user = show('/service-order/A7');
  const isBefore = (one: Element, other: Element) =>
    one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING;
  const approve = async () => {
    await user.click(await screen.findByRole('radio', { name: 'Approve $ 470.50' }));
    await user.click(await sendButton());
  };
  await approve();
  const thanks = await screen.findByText('We have received your answer.');
  const next = await screen.findByRole('link', { name: 'Question q-2' });
  expect(isBefore(thanks, next)).toBe(true);
  expect(document.activeElement).toContainElement(thanks);

  server.respond('*/orders/answer', '', { status: 502 });
  await approve();
  const failure = await screen.findByRole('alert');
  expect(isBefore(await sendButton(), failure)).toBe(true);
  expect(document.activeElement).toContainElement(failure);

  const { release } = hold('get', orderWith(answer, question('q-1', true), question('q-2', true)));
  server.respond('*/orders/answer', { success: true });
  await user.click(await sendButton());
  expect(await screen.findByText('Your answer has been sent.')).toBeVisible();
  release();
});

it('keeps what was entered for the visit after this one, until it is sent', async () => {
  const { user } = open({});
  await user.type(await screen.findByLabelText('Your answer'), 'Tuesday');
  cleanup();
  show('/service-order/A7');
  expect(await screen.findByLabelText('Your answer')).toHaveValue('Tuesday');
});

it('is sent once, however often it is pressed', async () => {
  open({ choices: CHOICES });
  const { received, release } = server.hold('*/orders/answer', { success: true });
  const scrolled = jest.spyOn(HTMLElement.prototype, 'scrollIntoView');
  const send = await sendButton();
  act(() => screen.getByRole('radio', { name: 'Decline' }).click());
  act(() => {
    send.click();
    send.click();
  });
  await waitFor(() => expect(received).toHaveLength(1));
  expect(screen.getByText('Sending…')).toBeInTheDocument();
  // The pressed button stays where it is.
  expect(scrolled).not.toHaveBeenCalled();
  release();
  expect(await screen.findByText('Your answer has been sent.')).toBeVisible();
  expect(received).toHaveLength(1);
});

it('shows the sentence of a refusal, and the question as it is now', async () => {
  const { user } = open({ choices: CHOICES });
  await user.click(await screen.findByRole('radio', { name: 'Approve $ 470.50' }));
  refuse('This question was changed in the meantime. Please read it again.');
  const dearer = {
    ...QUESTION,
    asks: { id: 'q-1', revision: 'r2', choices: [{ id: 'yes', label: 'Approve $ 500' }] },
  };
  respond('get', [{ ...ORDER, events: [dearer] }]);
  await user.click(await sendButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('This question was changed in the meantime.');
  expect(await screen.findByRole('radio', { name: 'Approve $ 500' })).not.toBeChecked();
});

it('takes a message about an order, where the company takes some', async () => {
  respond('get', [{ ...ORDER, takesMessages: true }]);
  const bodies: unknown[] = [];
  server.use(
    http.post('*/orders/answer', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ success: true, message: 'Your message has been sent.' });
    }),
  );
  const user = show('/service-order/A7', { ...BRAND, support: SUPPORT });
  await user.click(await screen.findByRole('button', { name: 'Ask about this order' }));
  expect(screen.getByRole('link', { name: 'Call +1 202-555-0100' })).toBeVisible();
  expect(await screen.findByLabelText('Your message')).toHaveFocus();
  await user.keyboard('When do you come?');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText('Your message has been sent.')).toBeVisible();
  expect(bodies).toMatchObject([{ serviceOrderNbr: 'A7', text: 'When do you come?' }]);
  expect(screen.queryByLabelText('Your message')).not.toBeInTheDocument();
});

it('asks again with the same key when the response to a message was lost', async () => {
  respond('get', [{ ...ORDER, takesMessages: true }]);
  const keys: unknown[] = [];
  server.use(
    http.post('*/orders/answer', async ({ request }) => {
      keys.push(((await request.json()) as { key: string }).key);
      return keys.length === 1 ? HttpResponse.error() : HttpResponse.json({ success: true });
    }),
  );
  const user = show('/service-order/A7', { ...BRAND, support: SUPPORT });
  await user.click(await screen.findByRole('button', { name: 'Ask about this order' }));
  await user.type(await screen.findByLabelText('Your message'), 'When do you come?');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText('Your message has been sent.')).toBeVisible();
  expect(screen.queryByText(/^This was not sent/)).not.toBeInTheDocument();
  expect(keys).toEqual([keys[0], keys[0]]);
});
