import { http } from '@portal/api';
import axios, { AxiosError, type AxiosInstance } from 'axios';
import { http as msw, HttpResponse } from 'msw';
import { setUpHttp } from '../../start/set-up-http';
import { server } from '../../testing/server';
import { createOwnAxios, createShareScope } from './share-scope';

const PORTAL = 'https://portal.example/account';

let drop: () => void;
let received: Request[];
let own: AxiosInstance;

beforeEach(() => {
  received = [];
  server.use(
    msw.all(`${PORTAL}/*`, ({ request }) => {
      received.push(request);
      return HttpResponse.json(
        { success: true },
        { headers: { 'X-XSRF-TOKEN': `token ${received.length}` } },
      );
    }),
  );
  drop = setUpHttp(PORTAL, 'token 0');
  own = createOwnAxios();
});

afterEach(() => {
  drop();
  delete http.defaults.baseURL;
});

const tokens = () => received.map(({ headers }) => headers.get('x-xsrf-token'));

it('sends calls of a remote as the shell does: to its portal, with the latest CSRF token', async () => {
  // `@portal/api` in a remote makes an instance of its own.
  const client = own.create({ withCredentials: true });
  await client.get('/serviceOrder/list');
  await http.post('/customer-login/email', { email: 'ann@example.com' });
  for (const method of ['post', 'put', 'patch'] as const)
    await client[method]('/api/visits/days', { day: 7 });
  await own.delete('/api/visits/days/7');
  expect(received.map(({ method, url }) => `${method} ${url.replace(PORTAL, '')}`)).toEqual([
    'GET /serviceOrder/list',
    'POST /customer-login/email',
    'POST /api/visits/days',
    'PUT /api/visits/days',
    'PATCH /api/visits/days',
    'DELETE /api/visits/days/7',
  ]);
  expect(tokens()).toEqual([null, 'token 1', 'token 2', 'token 3', 'token 4', 'token 5']);
  expect(await received[3]?.json()).toEqual({ day: 7 });
});

it('keeps what a remote sets to itself', async () => {
  own.defaults.baseURL = `${PORTAL}/visits`;
  own.defaults.headers.common['X-Team'] = 'visits';
  own.interceptors.request.use((config) => Object.assign(config, { params: { by: 'visits' } }));
  own.interceptors.response.use((response) => response.data);
  const other = createOwnAxios();
  for (const client of [http, other, other.create()]) {
    const response = await client.get<unknown>('/serviceOrder/list');
    expect(response).toMatchObject({ status: 200, data: { success: true } });
  }
  expect(received.map(({ url }) => url)).toEqual(
    Array.from({ length: 3 }, () => `${PORTAL}/serviceOrder/list`),
  );
  expect(received.map(({ headers }) => headers.get('X-Team'))).toEqual([null, null, null]);
});

it('has the other functions of axios', () => {
  expect(Object.keys(own)).toEqual(expect.arrayContaining(Object.keys(axios)));
  expect(Reflect.get(own, 'isAxiosError')).toBe(axios.isAxiosError);
});

it('transforms a body once, and repeats a call from its error', async () => {
  const transformRequest = jest.fn((data: { day: number }) => JSON.stringify({ day: data.day + 1 }));
  const transformResponse = jest.fn((text: string) => text.length);
  const { data } = await own.post<number>(
    '/api/visits/days',
    { day: 7 },
    { transformRequest, transformResponse },
  );
  expect(data).toBe('{"success":true}'.length);
  expect(await received[0]?.json()).toEqual({ day: 8 });

  server.use(msw.get('*/visits', () => new HttpResponse(null, { status: 503 }), { once: true }));
  const error: unknown = await own.get('/api/visits').catch((thrown: unknown) => thrown);
  if (!(error instanceof AxiosError) || !error.config) throw error;
  expect((await own.request<unknown>(error.config)).data).toEqual({ success: true });
});

const isFactory = (lib: unknown): lib is () => unknown => typeof lib === 'function';

it('gives one axios to all modules of a container, and another one to the next container', async () => {
  Object.assign(globalThis, {
    __webpack_init_sharing__: jest.fn(),
    __webpack_share_scopes__: { default: { axios: { '1.0.0': { get: () => () => axios } } } },
  });
  const axiosOf = async () => {
    const [shared] = Object.values((await createShareScope())['axios'] ?? {});
    const ask = async (): Promise<unknown> => {
      const lib = await shared?.get();
      return isFactory(lib) ? lib() : undefined;
    };
    return [await ask(), await ask()];
  };
  const [first, again] = await axiosOf();
  const [next] = await axiosOf();
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});
