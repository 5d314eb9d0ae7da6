/**
 * Identifies people through the deployment's identity provider (OpenID Connect Core 1.0, through its
 * library): code flow with PKCE, state, and nonce.
 */
import { createHmac } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  ClientError,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  type Configuration,
} from 'openid-client';
import { Problem } from '../domain/problem';

/** The identity provider of a deployment. */
export interface SingleSignOnSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Whether its addresses count as verified if it doesn't say, because all its accounts belong to one
   * organization (one tenant of Microsoft Entra).
   */
  readonly isTrusted: boolean;
  /** Its name on the button. */
  readonly name: string;
}

/** The person at the provider. */
export interface SignedOnPerson {
  readonly issuer: string;
  /** Names the account for good, while its address may move to another one (OpenID Connect Core 1.0, 5.7). */
  readonly subject: string;
  readonly email: string;
  /** Whether the provider has verified that the address is theirs. */
  readonly isVerified: boolean;
}

/** Signs people in at the deployment's identity provider. */
export interface SingleSignOn {
  readonly name: string;
  /**
   * Returns the URL for the browser.
   * @param secret 256 random bits that only the browser keeps: everything that binds the answer to it is
   * derived from them
   * @throws Problem `partner.failed`
   */
  readonly urlFor: (secret: string, callback: URL) => Promise<URL>;
  /**
   * Returns the person who came back.
   * @param answered the URL to which the provider redirected the browser
   * @throws Problem `console.signOnInvalid` for an answer to another browser or a refusal,
   * `console.signOnClock` if its clock and ours differ, `partner.failed` for another unusable answer
   */
  readonly personOf: (secret: string, answered: URL) => Promise<SignedOnPerson>;
}

const waitSeconds = 10;

/** Derives a value that only the secret's holder knows; one of them reveals nothing about another. */
function madeOf(secret: string, what: 'state' | 'nonce' | 'verifier'): string {
  return createHmac('sha256', secret).update(`sign on ${what}`).digest('base64url');
}

function failed(cause: unknown): Problem {
  return new Problem('partner.failed', { internal: 'the identity provider failed', cause });
}

/** Discovers the provider's metadata, retrying until it has answered once. */
function createDiscovery({ issuer, clientId, clientSecret }: SingleSignOnSettings) {
  let known: Promise<Configuration> | undefined;
  const url = new URL(issuer);
  // Also verifies the token's signature, which the standard leaves to TLS if the token comes directly from
  // the provider. Production requires https (src/main/config.ts).
  const execute = [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])];
  return async (): Promise<Configuration> => {
    known ??= discovery(url, clientId, clientSecret, undefined, { execute, timeout: waitSeconds });
    try {
      return await known;
    } catch (error) {
      known = undefined;
      throw failed(error);
    }
  };
}

/** Returns a claim that is a text. */
function textOf(claims: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = claims[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the person of the claims: those in the token, otherwise the provider's user info. */
async function personIn(
  config: Configuration,
  tokens: Awaited<ReturnType<typeof authorizationCodeGrant>>,
  { isTrusted }: Pick<SingleSignOnSettings, 'isTrusted'>,
): Promise<SignedOnPerson> {
  const ofToken: Readonly<Record<string, unknown>> = tokens.claims() ?? {};
  const issuer = textOf(ofToken, 'iss') ?? '';
  const subject = textOf(ofToken, 'sub') ?? '';
  const claims =
    textOf(ofToken, 'email') === undefined
      ? await fetchUserInfo(config, tokens.access_token, subject)
      : ofToken;
  // A provider that doesn't say so hasn't verified the address: anyone able to enter one there could
  // impersonate anybody here, unless the deployment trusts it.
  const { email_verified: verified } = claims;
  // Amazon Cognito says it as a text.
  const isVerified = verified === true || verified === 'true' || (isTrusted && verified === undefined);
  return { issuer, subject, email: textOf(claims, 'email') ?? '', isVerified };
}

/** Whether a token was refused because its times don't fit our clock. */
function isClockFault(error: unknown): boolean {
  return error instanceof ClientError && error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';
}

/** Creates the sign-on. @param settings of the deployment */
export function createSingleSignOn(settings: SingleSignOnSettings): SingleSignOn {
  const discovered = createDiscovery(settings);
  return {
    name: settings.name,
    urlFor: async (secret, callback) => {
      const config = await discovered();
      return buildAuthorizationUrl(config, {
        redirect_uri: callback.href,
        scope: 'openid email',
        code_challenge: await calculatePKCECodeChallenge(madeOf(secret, 'verifier')),
        code_challenge_method: 'S256',
        state: madeOf(secret, 'state'),
        nonce: madeOf(secret, 'nonce'),
      });
    },
    personOf: async (secret, answered) => {
      const isOurs = answered.searchParams.get('state') === madeOf(secret, 'state');
      if (!isOurs || !answered.searchParams.has('code')) throw new Problem('console.signOnInvalid');
      const config = await discovered();
      try {
        const tokens = await authorizationCodeGrant(config, answered, {
          pkceCodeVerifier: madeOf(secret, 'verifier'),
          expectedState: madeOf(secret, 'state'),
          expectedNonce: madeOf(secret, 'nonce'),
          idTokenExpected: true,
        });
        return await personIn(config, tokens, settings);
      } catch (error) {
        // The provider refuses the code: a used one, or one for another browser.
        if (error instanceof ResponseBodyError && error.status < 500)
          throw new Problem('console.signOnInvalid');
        if (isClockFault(error))
          throw new Problem('console.signOnClock', {
            internal: "the times in the identity provider's token don't fit our clock",
            cause: error,
          });
        throw failed(error);
      }
    },
  };
}
