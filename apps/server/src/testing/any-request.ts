import * as fc from 'fast-check';

/** A request as a client could send it. */
export interface AnyRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Whether to send the cookies and the CSRF token of a browser, instead of those in `headers`. */
  asBrowser: boolean;
}

/** Data that exists in the portal, so that many requests are valid. */
export interface Known {
  emails: readonly string[];
  phones: readonly string[];
  orderNbrs: readonly string[];
  webhookToken: string;
}

/** The parts of an OpenAPI document that requests are made from. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** JSON Schema. */
interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
}

const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE'];

/** NUL, halves of surrogate pairs, names of prototypes, numbers beyond any type, texts beyond any limit. */
const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\u202eevil',
  '👩‍👩‍👧'.repeat(20),
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'undefined',
  'NaN',
  '1e999',
  '-0',
  '9'.repeat(400),
  "' or 1=1--",
  '../../../../etc/passwd',
  '%00',
  '%ED%A0%80',
  '%',
  '<frameset>',
  '{"value":1}',
  '+1' + '0'.repeat(30),
  'a@' + 'b'.repeat(253),
  '٠١٢٣٤٥',
  'x'.repeat(3_000),
  'x'.repeat(70_000),
];

const ODD_VALUES: unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  1.5,
  Number.MAX_SAFE_INTEGER + 2,
  1e308,
  [],
  [[]],
  {},
  { value: null },
  { value: { value: 1 } },
  { constructor: { prototype: { a: 1 } } },
];

/** Dates at and beyond the limits of PostgreSQL and JavaScript. */
const DATES = [
  '2026-03-05T10:00:00Z',
  '2026-03-05',
  '9999-12-31T23:59:59.999999999Z',
  '1000-01-01T00:00:00+14:00',
  '0001-01-01',
  '2026-02-30',
  '294277-01-01T00:00:00Z',
  'soon',
];

/** JSON that no schema describes; the last is nested deeper than a parser should follow. */
const ODD_BODIES = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '{',
  '{"a":1,}',
  '\ufeff{}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"email":"a@example.com","email":"b@example.com"}',
  '{"email":"\\ud800@example.com"}',
  '{"email":1e999}',
  'email=a%40example.com',
  'From=%2B12025550123&Body=STOP',
  '['.repeat(20_000),
];

const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/json, text/plain',
  'application/',
  '/',
  '',
];

/** Routes that the document does not describe. */
const OTHER_ROUTES: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/'],
  ['GET', '/service-orders'],
  ['GET', '/service-order/000019'],
  ['GET', '/index.html'],
  ['GET', '/favicon.ico'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/openapi.json'],
  ['GET', '/registry.json'],
  ['GET', '/embed.json'],
  ['GET', '/embed.js'],
  ['GET', '/metrics'],
  ['GET', '/releases/shell/1.0.0/shell.js'],
  ['GET', '/releases/shell/1.0.0/embed.js'],
  ['GET', '/releases/orders/9.9.9/remoteEntry.js'],
  ['GET', '/releases/orders/1.0.0/../../../secret.key'],
  ['GET', '/releases/__proto__/1.0.0/constructor'],
  ['GET', '/unsubscribe'],
  ['POST', '/unsubscribe'],
  ['POST', '/telemetry'],
  ['POST', '/hooks/orders'],
  ['POST', '/hooks/twilio/sms'],
];

const pick = <Item>(items: readonly Item[]) => fc.constantFrom(...items);

const oddText = fc.oneof(
  { weight: 3, arbitrary: pick(ODD_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

const oddValue = fc.oneof(pick(ODD_VALUES), fc.jsonValue({ maxDepth: 3 }), oddText);

/** Mostly the first kind, so that many requests get past the checks. */
const mostly = <Item>(usual: fc.Arbitrary<Item>, odd: fc.Arbitrary<Item>, weight = 9) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });

const digits = fc.integer({ min: 0, max: 999_999 }).map((number) => String(number).padStart(6, '0'));

/** Texts that fit a field, by its name. */
const textsFor = (known: Known): Record<string, fc.Arbitrary<string>> => {
  const date = pick(DATES);
  return {
    email: pick(known.emails),
    phone: pick(known.phones),
    code: digits,
    serviceOrderNbr: pick(known.orderNbrs),
    ServiceOrderNbr: fc.oneof(pick(known.orderNbrs), digits),
    Status: pick(['Open', 'Closed', 'Completed']),
    Date: date,
    LastModifiedDateTime: date,
    created_at: date,
    createdDateTime: date,
  };
};

/** Values that fit a schema, and now and then do not. */
const valueOf = (
  schema: Schema,
  name: string,
  texts: Record<string, fc.Arbitrary<string>>,
): fc.Arbitrary<unknown> => {
  const exact = (): fc.Arbitrary<unknown> => {
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, name, texts)));
    const [type = 'text'] = [schema.type].flat();
    if (type === 'object') return objectOf(schema, texts);
    if (type === 'array') return fc.array(valueOf(schema.items ?? {}, name, texts), { maxLength: 3 });
    if (type === 'boolean') return fc.boolean();
    if (type === 'number' || type === 'integer') return fc.oneof(fc.integer(), fc.double());
    if (type === 'null') return fc.constant(null);
    const text = texts[name] ?? fc.string({ maxLength: 30 });
    // A field without a type is one of the import's, which may be wrapped.
    return schema.type
      ? text
      : fc.oneof(
          text,
          text.map((value) => ({ value })),
        );
  };
  return mostly(exact(), oddValue, 19);
};

const objectOf = (schema: Schema, texts: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<unknown> => {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, valueOf(field, name, texts)] as const,
  );
  const usual = fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
  const more = fc.dictionary(fc.oneof(oddText, fc.string({ maxLength: 10 })), oddValue, { maxKeys: 2 });
  return mostly(
    usual,
    fc.tuple(usual, more).map(([one, other]) => ({ ...one, ...other })),
    19,
  );
};

/** A text with a part left out, doubled, or replaced. */
const damaged = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(text, fc.nat(1_000), fc.nat(20), fc.oneof(oddText, pick(['{', '}', '"', ',', '\\', '\\ud800'])))
    .map(([whole, at, length, instead]) => {
      const start = at % (whole.length + 1);
      return whole.slice(0, start) + instead + whole.slice(start + length);
    });

/** Percent-encodes what is text, and leaves alone what is odd on purpose. */
const encode = (text: string): string => {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
};

/** HTTP allows visible ASCII, spaces and Latin-1 in a header. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, 4_000);

const oddHeader = oddText.map(headerText);

const headersOf = (known: Known): fc.Arbitrary<Record<string, string>> => {
  const ip = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    pick([
      '',
      'unknown',
      '::ffff:1.2.3.4',
      '1.2.3.4:80',
      '[::1]:9',
      'fe80::1%eth0',
      '1.2.3.4, 5.6.7.8, x',
      '0177.1',
    ]),
    oddHeader,
  );
  const cookie = fc.oneof(
    pick([
      'session_token=%E0%A4%A; XSRF-TOKEN=%',
      'session_token=; session_token=x',
      'portal_preview=orders@9.9.9,__proto__@1.0.0; portal_visitor=x',
      'known_browser=%00; sign_in_browser=%ED%A0%80',
      '__proto__=1; constructor=2; =; ;;',
      `known_browser=${'a'.repeat(3_500)}`,
    ]),
    oddHeader,
  );
  return fc.record(
    {
      'x-forwarded-for': ip,
      accept: fc.oneof(pick(['text/html', '*/*', 'application/json', 'text/html;q=0', ';;,']), oddHeader),
      authorization: fc.oneof(
        fc.constant(`Bearer ${known.webhookToken}`),
        pick(['Bearer', 'Bearer x', 'Basic YTpi']),
        oddHeader,
      ),
      'idempotency-key': fc.oneof(digits, oddHeader),
      'accept-encoding': pick(['gzip', 'br;q=1, *;q=0', 'identity;q=0', ';']),
      'accept-language': pick(['de', '*', '-', 'x'.repeat(900)]),
      'if-none-match': pick(['*', '"x"', 'W/"', '"']),
      'if-modified-since': pick(['Thu, 01 Jan 1970 00:00:00 GMT', 'soon']),
      range: pick(['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=x']),
      origin: fc.oneof(pick(['null', 'https://evil.example', 'http://[']), oddHeader),
      'sec-fetch-site': pick(['same-origin', 'cross-site', 'none', 'x']),
      'x-xsrf-token': oddHeader,
      'x-forwarded-host': pick(['evil.example', '[']),
      'x-forwarded-proto': pick(['https', 'x']),
      'x-twilio-signature': oddHeader,
      'x-http-method-override': pick(['DELETE', '__proto__']),
      cookie,
    },
    { requiredKeys: [] },
  );
};

interface Route {
  method: string;
  path: string;
  query: readonly string[];
  body: fc.Arbitrary<string> | undefined;
}

const routesOf = ({ paths }: OpenApi, texts: Record<string, fc.Arbitrary<string>>): Route[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
      const [content] = Object.values(requestBody?.content ?? {});
      return {
        method: method.toUpperCase(),
        path,
        query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        body: content && valueOf(content.schema, '', texts).map((value) => JSON.stringify(value) ?? ''),
      };
    }),
  );

/** Requests over every route: many valid ones, and everything that clients, scanners and attackers send. */
export const anyRequest = (document: OpenApi, known: Known): fc.Arbitrary<AnyRequest> => {
  const texts = textsFor(known);
  const described = routesOf(document, texts);
  const others = OTHER_ROUTES.map(([method, path]): Route => ({ method, path, query: [], body: undefined }));
  const report = fc.record({
    remote: pick(['shell', 'orders', '__proto__']),
    version: pick(['1.0.0', '9.9.9', 'constructor']),
    event: pick(['shown', 'failed', 'toString']),
    cause: pick(['load', 'render', 'x']),
    durationMs: fc.oneof(fc.nat(), fc.double()),
  });
  const anyBody = fc.oneof(
    pick(ODD_BODIES),
    fc.json(),
    report.map((value) => JSON.stringify(value)),
  );
  const oddPath = fc.oneof(
    oddText.map(encode),
    oddText.map((text) => text.replace(/[^!-~]/g, '').slice(0, 2_000)),
    fc.webPath().map((path) => path.slice(1)),
  );

  const targetOf = ({ path, query }: Route) => {
    const value = (name: string) => mostly(texts[name] ?? digits, oddText, 4).map(encode);
    const named = fc.tuple(...query.map((name) => value(name).map((text) => `${name}=${text}`)));
    const more = fc.oneof(
      fc.constant(''),
      pick([
        'preview=orders@1.0.0',
        'preview=__proto__@1.0.0',
        'token=x',
        '__proto__[a]=1',
        '%',
        '&&=',
        'a=%ED%A0%80',
      ]),
      fc.webQueryParameters(),
      oddPath,
    );
    const usual = named.map((parts) => (parts.length > 0 ? `${path}?${parts.join('&')}` : path));
    const odd = fc
      .tuple(named, more, oddPath, pick(['', '/', '//', '/..', '%2f', '#', ';']))
      .map(
        ([parts, extra, rest, join]) =>
          `${path}${join}${rest.slice(0, 3_000)}?${[...parts, extra].join('&')}`,
      );
    return mostly(usual, odd, 3);
  };

  const requestTo = (route: Route): fc.Arbitrary<AnyRequest> => {
    const usualBody = route.body ?? anyBody;
    const body = route.method === 'GET' ? fc.constant(undefined) : mostly(usualBody, damaged(usualBody), 4);
    return fc
      .record({
        method: mostly(fc.constant(route.method), pick(METHODS)),
        target: targetOf(route),
        headers: fc.tuple(
          mostly(fc.constant('application/json'), pick(CONTENT_TYPES)),
          mostly(fc.constant({}), headersOf(known), 1),
          fc.boolean(),
        ),
        body: mostly<string | undefined>(body, anyBody),
        asBrowser: mostly(fc.constant(true), fc.constant(false), 4),
      })
      .map(({ headers: [type, headers, isAuthorized], ...request }) => ({
        ...request,
        headers: {
          ...(request.body !== undefined && type && { 'content-type': type }),
          ...(route.path.startsWith('/hooks') &&
            isAuthorized && { authorization: `Bearer ${known.webhookToken}` }),
          ...headers,
        },
      }));
  };
  return fc.oneof(
    { weight: 3, arbitrary: fc.oneof(...described.map(requestTo)) },
    { weight: 2, arbitrary: fc.oneof(...others.map(requestTo)) },
  );
};
