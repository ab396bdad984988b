import type { Plugin } from 'vite';

const beforeSignIn = /^\/(login|forgot-password(\/(email|secret-word))?|resetPassword(\/[^/?]*)?)\/?($|\?)/;

/** While developing, answers the addresses before sign-in with their own page, as the server does with the built one. */
export function signInPage(): Plugin {
  return {
    name: 'sign-in-page',
    apply: 'serve',
    configureServer: (server) => {
      server.middlewares.use((request, _response, next) => {
        if (beforeSignIn.test(request.url ?? '')) request.url = '/login.html';
        next();
      });
    },
  };
}
