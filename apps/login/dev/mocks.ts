import { http, HttpResponse, type HttpResponseResolver } from 'msw';

const CODE = '123456';

const sent = () => HttpResponse.json({ success: true, message: `Use the code ${CODE}.` });

const verified: HttpResponseResolver<never, { code: string }> = async ({ request }) => {
  const { code } = await request.json();
  return HttpResponse.json({ success: code === CODE });
};

/** Mocks sign-in: the code is the same for every address. */
export const handlers = [
  http.get('/auth-check', () => new HttpResponse(null, { status: 401 })),
  http.post('/customer-login/email', sent),
  http.post('/customer-login/phone', sent),
  http.post('/customer-login/email/verify', verified),
  http.post('/customer-login/phone/verify', verified),
];
