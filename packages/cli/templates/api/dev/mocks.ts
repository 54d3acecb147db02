import { http, HttpResponse } from 'msw';

/** Mocks the calls of this remote: in tests, when it runs alone, and in `portal verify`. */
export const handlers = [http.get('/api/__name__/summary', () => HttpResponse.json({ orders: 1 }))];
