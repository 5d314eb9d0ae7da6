/** An external identity provider that asserts what the test wants about the person who signs in. */
import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What it says about the next person, and how it fails. */
export interface ProviderMood {
  readonly email?: string;
  readonly isVerified?: boolean | 'unsaid';
  /** Whether the address is only in the user info, not in the token. */
  readonly isBesideToken?: boolean;
  readonly refuses?: boolean;
  readonly isAway?: boolean;
  /** Claims that replace the correct ones. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Whether the token is signed with a key that it doesn't publish. */
  readonly isForged?: boolean;
}

/** The provider. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly be: (mood: ProviderMood) => void;
  /** The requests to its token endpoint. */
  readonly asked: readonly URLSearchParams[];
  readonly close: () => Promise<void>;
}

/** An issued code, and what it is for. */
interface Grant {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Starts it on its own port. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const asked: URLSearchParams[] = [];
  let mood: ProviderMood = {};
  let issuer = '';

  /** Each address has its own account, unless the claims say otherwise. */
  const subject = (): string => `subject of ${(mood.email ?? 'nobody').toLowerCase()}`;
  const emailClaims = (): Record<string, unknown> => {
    const { email = 'nobody@acme.example', isVerified = true } = mood;
    return { email, ...(isVerified === 'unsaid' ? {} : { email_verified: isVerified }) };
  };
  const idToken = (nonce: string): string => {
    const at = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: 'console',
      sub: subject(),
      iat: at,
      exp: at + 300,
      nonce,
      ...(mood.isBesideToken === true ? {} : emailClaims()),
      ...mood.claims,
    };
    const signed = `${encoded({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${encoded(claims)}`;
    const by = mood.isForged === true ? otherKey.privateKey : key.privateKey;
    return `${signed}.${createSign('sha256').update(signed).sign(by).toString('base64url')}`;
  };
  const authorize = ({ searchParams }: URL, response: ServerResponse): void => {
    const parameter = (name: string): string => searchParams.get(name) ?? '';
    const back = new URL(parameter('redirect_uri'));
    const code = randomUUID();
    if (mood.refuses === true) back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', code);
    back.searchParams.set('state', parameter('state'));
    const isChallenged =
      parameter('code_challenge_method') === 'S256' && parameter('response_type') === 'code';
    const redirectUri = parameter('redirect_uri');
    if (isChallenged)
      grants.set(code, { challenge: parameter('code_challenge'), nonce: parameter('nonce'), redirectUri });
    response.writeHead(302, { Location: back.href }).end();
  };
  const token = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = await bodyOf(request);
    asked.push(form);
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      grant?.challenge === challenge &&
      grant.redirectUri === form.get('redirect_uri') &&
      form.get('client_secret') === 'of tests only';
    if (!isRight) json(response, 400, { error: 'invalid_grant' });
    else
      json(response, 200, {
        access_token: 'an-access-token',
        token_type: 'Bearer',
        expires_in: 300,
        id_token: idToken(grant.nonce),
      });
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', issuer);
    if (mood.isAway === true) return json(response, 503, { error: 'away' });
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(response, 200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          userinfo_endpoint: `${issuer}/userinfo`,
          response_types_supported: ['code'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/authorize':
        return authorize(url, response);
      case '/token':
        return token(request, response);
      case '/jwks':
        return json(response, 200, {
          keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
        });
      case '/userinfo':
        return json(response, 200, { sub: subject(), ...emailClaims() });
      default:
        return json(response, 404, {});
    }
  };
  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    asked,
    be: next => {
      mood = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>(resolve => {
        server.close(() => resolve());
      });
    },
  };
}
