/**
 * Who somebody is to the identity provider of the deployment (OpenID Connect Core 1.0, by its library): code
 * flow with PKCE, state and nonce.
 */
import { createHmac } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
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
  /** As the button calls it. */
  readonly name: string;
}

/** Who somebody is there. */
export interface SignedOnPerson {
  readonly email: string;
  /** Whether the provider has looked that the address is theirs. */
  readonly isVerified: boolean;
}

/** Signs people in at the identity provider of the deployment. */
export interface SingleSignOn {
  readonly name: string;
  /**
   * Where the browser goes.
   * @param secret 256 random bits that the browser alone keeps: all that binds the answer to it is made of
   *   them
   * @throws Problem `partner.failed`
   */
  readonly urlFor: (secret: string, callback: URL) => Promise<URL>;
  /**
   * Who came back.
   * @param answered the address to which the provider led the browser
   * @throws Problem `console.signOnInvalid` for an answer to another browser or that refuses,
   *   `partner.failed` for one that is no use
   */
  readonly personOf: (secret: string, answered: URL) => Promise<SignedOnPerson>;
}

const waitSeconds = 10;

/** A value that only who has the secret knows; one of them says nothing of another. */
function madeOf(secret: string, what: 'state' | 'nonce' | 'verifier'): string {
  return createHmac('sha256', secret).update(`sign on ${what}`).digest('base64url');
}

function failed(cause: unknown): Problem {
  return new Problem('partner.failed', { internal: 'the identity provider failed', cause });
}

/** The provider as it describes itself; asked again until it has answered once. */
function createDiscovery({ issuer, clientId, clientSecret }: SingleSignOnSettings) {
  let known: Promise<Configuration> | undefined;
  const url = new URL(issuer);
  // The signature of a token is looked at as well, which the standard leaves to TLS where the token comes
  // straight from the provider. Production takes https alone (src/main/config.ts).
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

/** A claim about somebody that is a text. */
function textOf(claims: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = claims[name];
  return typeof value === 'string' ? value : undefined;
}

/** Who the claims are about: those of the token, else those that the provider tells beside it. */
async function personIn(
  config: Configuration,
  tokens: Awaited<ReturnType<typeof authorizationCodeGrant>>,
): Promise<SignedOnPerson> {
  const ofToken: Readonly<Record<string, unknown>> = tokens.claims() ?? {};
  const claims =
    textOf(ofToken, 'email') === undefined
      ? await fetchUserInfo(config, tokens.access_token, textOf(ofToken, 'sub') ?? '')
      : ofToken;
  // A provider that says nothing of it has not looked: whoever may type an address there could be anybody
  // here.
  return { email: textOf(claims, 'email') ?? '', isVerified: claims['email_verified'] === true };
}

/** @param settings of the deployment */
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
        return await personIn(config, tokens);
      } catch (error) {
        // It refuses the code: one that was used, or that is of another browser.
        if (error instanceof ResponseBodyError && error.status < 500)
          throw new Problem('console.signOnInvalid');
        throw failed(error);
      }
    },
  };
}
