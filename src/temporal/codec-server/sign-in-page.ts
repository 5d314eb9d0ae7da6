/**
 * The sign-in page: one constant text, so that nothing can be injected. After an unknown token, the browser
 * returns to `#unknown`, which the style sheet shows.
 */
import { createHash } from 'node:crypto';

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 24rem; margin: 15vh auto; padding: 0 1rem;
  color: #1a1a1a; }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit; }
input, button { margin: .5rem 0 1rem; padding: .5rem; }
#unknown { display: none; color: #a40000; }
#unknown:target { display: block; }
`;

/** The page. */
export const signInPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in to read Temporal payloads</title>
<style>${style}</style>
</head>
<body>
<h1>Sign in to read payloads</h1>
<p>The Temporal UI shows sealed payloads in plain words while you are signed in here,
  for at most 8 hours. Every reading is recorded with your name.</p>
<p id="unknown" role="alert">That token is not known.</p>
<form method="post" action="/sign-in">
<label for="token">Your token</label>
<input id="token" name="token" type="password" autocomplete="current-password" maxlength="256"
  required autofocus>
<button type="submit">Sign in</button>
</form>
</body>
</html>
`;

/**
 * Returns the page's content security policy. Browsers also apply `form-action` to the redirect after the
 * form, hence the UI's origin.
 */
export function signInPolicy(uiOrigin: string): string {
  const styleHash = createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self' ${uiOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
