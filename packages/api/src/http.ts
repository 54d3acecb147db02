import axios, { AxiosError } from 'axios';

/**
 * The HTTP layer of specification section 6: axios with its defaults, and credentials on every call. It is an instance of
 * its own: what anybody sets on axios doesn't reach it. A remote's inherits from the axios that the shell gives to it.
 */
export const http = axios.create({
  withCredentials: true,
  // A cookie of that name may be another site's of the company: one that a call brings a token for is not read.
  withXSRFToken: ({ headers }) => (headers.has('x-xsrf-token') ? false : undefined),
});

/** The response of a GET that the portal adds to the specification; null from a server without it. */
export const getIfOffered = async (url: string, signal: AbortSignal): Promise<unknown> => {
  const { status, data } = await http.get<unknown>(url, {
    signal,
    validateStatus: (code) => code === 404 || (code >= 200 && code < 300),
  });
  return status === 404 ? null : data;
};

/** The types of text that a call may respond with; only with one of JSON can a text have been parsed. */
const TEXT_TYPES = /\bjson\b|^text\/plain/i;

/** Fails when something on the way responds with a page of its own, such as the sign-in of a public network. */
http.interceptors.response.use((response) => {
  const { headers, config, status } = response;
  const data: unknown = response.data;
  const isPage = typeof data === 'string' && data !== '' && !TEXT_TYPES.test(String(headers['content-type']));
  if (isPage && status < 300)
    throw new AxiosError(`${config.url} was answered with a page.`, AxiosError.ERR_BAD_RESPONSE, config);
  return response;
});
