import { http, HttpResponse } from 'msw';

const orders = [
  { ServiceOrderNbr: 'SO-1001', Description: 'Heat pump: yearly service', Status: 'Scheduled' },
];

/** Mocks the calls of this remote: in tests, when it runs alone, and in `portal verify`. */
export const handlers = [http.get('/serviceOrder/list', () => HttpResponse.json(orders))];
