import { setupServer } from 'msw/node';
import { handlers } from '../../dev/mocks';

/** The server of the tests: the mocked calls of development, until a test says otherwise. */
export const server = setupServer(...handlers);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
