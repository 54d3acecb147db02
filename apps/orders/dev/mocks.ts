import { http, HttpResponse } from 'msw';
import { withAnswers, answerHandlers } from './answers';
import { demoOrders } from './demo-orders';

const muted = new Set<string>();

/** Mocks the calls of this remote (specification section 7), and those about messages. */
export const handlers = [
  http.get('*/auth-check', () =>
    HttpResponse.json({
      success: true,
      customer: { name: 'Ann Example', contacts: { email: 'a•••@example.com', phone: null } },
    }),
  ),
  http.get('*/notification-preferences/events', () =>
    HttpResponse.json({ status: true, entries: true, isReached: true, mutedOrders: [...muted] }),
  ),
  http.post<never, { serviceOrderNbr: string; muted: boolean }>('*/orders/mute', async ({ request }) => {
    const { serviceOrderNbr, muted: isMuted } = await request.json();
    if (isMuted) muted.add(serviceOrderNbr);
    else muted.delete(serviceOrderNbr);
    return HttpResponse.json({ success: true });
  }),
  ...answerHandlers,
  http.get('*/serviceOrder/list', () => HttpResponse.json(demoOrders.map(withAnswers))),
  http.get('*/serviceOrder/get', ({ request }) => {
    const orderNbr = new URL(request.url).searchParams.get('serviceOrderNbr');
    const found = demoOrders.filter(({ ServiceOrderNbr }) => ServiceOrderNbr.value === orderNbr);
    return HttpResponse.json(found.map(withAnswers));
  }),
];
