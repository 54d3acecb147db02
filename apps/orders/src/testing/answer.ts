import { http, HttpResponse, type JsonBodyType } from 'msw';
import { server } from './server';

/** The calls of orders (specification section 7). */
export type Call = 'list' | 'get';

const answerWith = (call: Call, respond: () => Response | Promise<Response>) =>
  server.use(http.get(`*/serviceOrder/${call}`, respond));

/** Makes a call answer with this from now on. */
export const answer = (call: Call, body: JsonBodyType) => answerWith(call, () => HttpResponse.json(body));

/** Makes a call fail from now on. */
export const fail = (call: Call) =>
  answerWith(call, () => HttpResponse.json({ success: false, message: 'Out of order' }, { status: 500 }));

/** Makes a call wait from now on, until it is let go on. */
export const hold = (call: Call, body: JsonBodyType) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  answerWith(call, async () => {
    await released;
    return HttpResponse.json(body);
  });
  return { release: () => release() };
};
