import { http, HttpResponse } from 'msw';

interface Given {
  serviceOrderNbr: string;
  key: string;
  question?: string;
  choice?: string;
  text?: string;
}

interface DemoEvent {
  summary?: unknown;
  asks?: { id: string; choices?: readonly { id: string; label: string }[] };
}

interface DemoOrder {
  ServiceOrderNbr: { value: string };
  events?: readonly DemoEvent[];
}

const answers = new Map<string, Given & { at: string }>();

/** An order with what the customer has answered since the page was loaded. */
export const withAnswers = <Order extends DemoOrder>(order: Order) => {
  const { events = [], ServiceOrderNbr } = order;
  const own = [...answers.values()].filter(
    ({ serviceOrderNbr }) => serviceOrderNbr === ServiceOrderNbr.value,
  );
  const asking = events.map((event) => {
    const answer = own.find(({ question }) => question === event.asks?.id);
    return event.asks && answer ? { ...event, asks: { ...event.asks, answered: true } } : event;
  });
  const written = own.map(({ question, choice, text, at }) => ({
    summary: choice ?? (question === undefined ? 'Your message' : 'Your answer'),
    body: text,
    created_by: 'Ann Example',
    created_at: at,
    answer: { question, received: Date.parse(at) + 3000 < Date.now() },
  }));
  return { ...order, takesMessages: true, events: [...asking, ...written] };
};

/** The calls that take answers. */
export const answerHandlers = [
  http.post<never, Given>('*/orders/answer', async ({ request }) => {
    const given = await request.json();
    answers.set(given.key, { ...given, at: new Date().toISOString() });
    return HttpResponse.json({ success: true, message: 'Your answer has been sent.' });
  }),
  http.post('*/orders/answer/files', async ({ request }) => {
    const file = (await request.formData()).get('file');
    const { name, size } = file instanceof File ? file : { name: 'file', size: 0 };
    return HttpResponse.json({ id: crypto.randomUUID(), name, size });
  }),
];
