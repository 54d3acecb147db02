import { http, HttpResponse } from 'msw';
import { demoOrders } from './demo-orders';

/** Mocks the calls of this remote (specification section 7). */
export const handlers = [
  http.get('*/serviceOrder/list', () => HttpResponse.json(demoOrders)),
  http.get('*/serviceOrder/get', ({ request }) => {
    const orderNbr = new URL(request.url).searchParams.get('serviceOrderNbr');
    return HttpResponse.json(demoOrders.filter(({ ServiceOrderNbr }) => ServiceOrderNbr.value === orderNbr));
  }),
];
