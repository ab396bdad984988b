import type { Plugin } from 'vite';

const signInPaths =
  /^\/(login|forgot-password(\/(email|secret-word))?|(resetPassword|confirmEmail)(\/[^/?]*)?)\/?($|\?)/;

/** Makes the development server respond with login.html at the sign-in paths, as the server does in production. */
export function serveSignInPage(): Plugin {
  return {
    name: 'sign-in-page',
    apply: 'serve',
    configureServer: (server) => {
      server.middlewares.use((request, _response, next) => {
        if (signInPaths.test(request.url ?? '')) request.url = '/login.html';
        next();
      });
    },
  };
}
