import { testServer } from './testing/test-server';
import axios, { AxiosHeaders } from 'axios';
import { http } from './http';

const { respond } = testServer();

const setCookie = (cookie: string) => {
  document.cookie = cookie;
};

const tokenOf = (request: Request | undefined) => request?.headers.get('X-XSRF-TOKEN');

it('is not reached by what somebody sets on axios', async () => {
  const received = respond('/anything', {});
  const interceptor = axios.interceptors.request.use((config) =>
    Object.assign(config, { headers: new AxiosHeaders({ 'X-Team': 'another' }) }),
  );
  Object.assign(axios.defaults, { baseURL: 'https://other.example', timeout: 1 });
  axios.defaults.headers.common['X-Team'] = 'another';
  await http.get('/anything');
  axios.interceptors.request.eject(interceptor);
  Object.assign(axios.defaults, { baseURL: undefined, timeout: 0 });
  delete axios.defaults.headers.common['X-Team'];
  expect(received[0]?.url).toBe('http://localhost/anything');
  expect(received[0]?.headers.get('X-Team')).toBeNull();
});

describe('the XSRF-TOKEN cookie', () => {
  beforeEach(() => setCookie('XSRF-TOKEN=a%2Bb'));
  afterEach(() => setCookie('XSRF-TOKEN=; Max-Age=0'));

  it('is read for each call of the same origin, and sent as X-XSRF-TOKEN', async () => {
    const received = respond('/anything', {});
    await http.get('/anything');
    setCookie('XSRF-TOKEN=next');
    await http.post('/anything', {});
    setCookie('XSRF-TOKEN=; Max-Age=0');
    await http.post('/anything', {});
    expect(received.map(tokenOf)).toEqual(['a+b', 'next', null]);
  });

  it('is not read for a call that brings a token: the cookie may be of another site of the company', async () => {
    const received = respond('/anything', {});
    await http.post('/anything', {}, { headers: { 'x-xsrf-token': 'carried' } });
    expect(received.map(tokenOf)).toEqual(['carried']);
  });

  it('is not sent to other origins', async () => {
    const received = respond(
      'https://other.example/anything',
      {},
      { headers: { 'Access-Control-Allow-Origin': '*' } },
    );
    await http.get('https://other.example/anything', { withCredentials: false });
    expect(received).toHaveLength(1);
    expect(tokenOf(received[0])).toBeNull();
  });
});
