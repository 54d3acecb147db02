import { http, HttpResponse } from 'msw';

const claims = [{ id: 1, orderNbr: '000019', fault: 'It drips' }];

/** Mocks the calls of this remote: in tests, when it runs alone, and in `portal verify`. */
export const handlers = [http.get('/api/warranty/claims', () => HttpResponse.json(claims))];
