/** The static headers that a customer adds to an endpoint's deliveries. */

/** The most custom headers of an endpoint. */
export const customHeadersMax = 20;
/** The longest name, in characters. */
export const headerNameLengthMax = 128;
/** The longest value, in characters. */
export const headerValueLengthMax = 4096;
/** All names and values together, in characters: common servers reject more than 8 KiB of headers. */
export const headersLengthMax = 6144;

/** One custom header. The value may be a credential: it is never logged or echoed. */
export interface CustomHeader {
  readonly name: string;
  readonly value: string;
}

/** The rules, each with the sentence shown to a customer when it is broken. */
export const headerRules = {
  too_many: `An endpoint can have at most ${customHeadersMax} custom headers.`,
  name: `A header name must be 1 to ${headerNameLengthMax} letters, digits or !#$%&'*+-.^_\`|~.`,
  value:
    `A header value must be 1 to ${headerValueLengthMax} printable ASCII characters, without a ` +
    'space at either end.',
  too_long: `The names and values of all headers must have at most ${headersLengthMax} characters in total.`,
  reserved: "This header is set by the service, the connection, or proxies, so you can't override it.",
  duplicate: 'A header name can only be used once, ignoring case.',
} as const;

/** A broken rule, by name. */
export type HeaderRule = keyof typeof headerRules;

/** A broken rule, with the position of the header that breaks it, or of the first header beyond a limit. */
export interface HeaderProblem {
  readonly index: number;
  readonly rule: HeaderRule;
}

/**
 * `Content-Type`, `Host`, and `X-Webhook-*` are documented as ours. The others frame the message, belong to
 * the connection, or are trusted by proxies and clouds; Node's client would send them as given.
 */
const reserved = new Set([
  'accept-encoding',
  'connection',
  'cookie',
  'cookie2',
  'date',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'metadata',
  'metadata-flavor',
  'origin',
  'range',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
  'x-real-ip',
]);

const reservedPrefixes = [
  'content-',
  'proxy-',
  'sec-',
  'webhook-',
  'x-webhook-',
  'x-recordwell-',
  'x-forwarded-',
  'x-amz-',
  'x-amzn-',
  'x-aws-',
  'x-azure-',
  'x-goog-',
  'x-google-',
  'x-ms-',
  'x-metadata-',
  'cf-',
];

function ruleOf({ name, value }: CustomHeader): HeaderRule | undefined {
  if (name.length > headerNameLengthMax || !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) return 'name';
  const lower = name.toLowerCase();
  if (reserved.has(lower) || reservedPrefixes.some(prefix => lower.startsWith(prefix))) return 'reserved';
  return value.length <= headerValueLengthMax && /^[!-~](?:[ -~]*[!-~])?$/.test(value) ? undefined : 'value';
}

/** Returns every problem of an endpoint's custom headers; none if they are valid. */
export function checkCustomHeaders(headers: readonly CustomHeader[]): readonly HeaderProblem[] {
  const problems: HeaderProblem[] = [];
  const seen = new Set<string>();
  let length = 0;
  for (const [index, header] of headers.slice(0, customHeadersMax).entries()) {
    const lower = header.name.toLowerCase();
    const rule = ruleOf(header) ?? (seen.has(lower) ? 'duplicate' : undefined);
    if (rule !== undefined) problems.push({ index, rule });
    seen.add(lower);
    const lengthBefore = length;
    length += header.name.length + header.value.length;
    if (length > headersLengthMax && lengthBefore <= headersLengthMax)
      problems.push({ index, rule: 'too_long' });
  }
  if (headers.length > customHeadersMax) problems.push({ index: customHeadersMax, rule: 'too_many' });
  return problems;
}
