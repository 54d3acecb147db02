import { http } from '@portal/api';
import { CALLS_AHEAD_EVENT, type CallsAhead } from '@portal/contract';

/** Takes over the first call of each URL that the page has sent before. A POST, a new customer, ends the rest. */
export const takeCallsAhead = (): void => {
  const ahead: CallsAhead = new Map();
  const take = (calls: CallsAhead) => calls.forEach((response, url) => ahead.set(url, response));
  document.dispatchEvent(new CustomEvent(CALLS_AHEAD_EVENT, { detail: take }));
  const send = http.getAdapter(http.defaults.adapter);
  http.defaults.adapter = async (config) => {
    const url = http.getUri(config);
    const response = config.method === 'get' ? await ahead.get(url) : ahead.clear();
    ahead.delete(url);
    if (!response || config.validateStatus?.(response.status) === false) return send(config);
    const { status, statusText, headers } = response;
    return { data: await response.text(), status, statusText, headers: Object.fromEntries(headers), config };
  };
};
